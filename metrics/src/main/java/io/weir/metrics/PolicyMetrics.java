package io.weir.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Which policy is in force, and how often another one was to be.
 *
 * @param source who knows, and is kept by somebody else
 * @param version the number of the present revision, 0 if they have none
 * @param reloads how often another policy came in force
 * @param failedReloads how often one was found that cannot be used, so that the one before stayed
 */
public record PolicyMetrics<S>(
        S source, ToDoubleFunction<S> version, ToDoubleFunction<S> reloads, ToDoubleFunction<S> failedReloads)
        implements MeterBinder {

    /** Of a policy that stays as it is. */
    public static PolicyMetrics<Object> fixed() {
        return new PolicyMetrics<>(PolicyMetrics.class, none -> 0, none -> 0, none -> 0);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("rate_limiter.policy.version", source, version)
                .description("The version of the policy in force")
                .register(registry);
        reloads("ok", reloads, registry);
        reloads("failed", failedReloads, registry);
    }

    private void reloads(String result, ToDoubleFunction<S> count, MeterRegistry registry) {
        FunctionCounter.builder("rate_limiter.policy.reloads", source, count)
                .description("Policies that came in force, or could not")
                .tag("result", result)
                .register(registry);
    }
}
