package io.weir.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Meters of the policy in force and of its reloads.
 *
 * @param source the object that provides the numbers; it must be kept reachable elsewhere
 * @param version the number of the current revision, 0 if there are no revisions
 * @param reloads how often another policy came into force
 * @param failedReloads how often a new policy was unusable, so that the previous one stayed in force
 */
public record PolicyMetrics<S>(
        S source, ToDoubleFunction<S> version, ToDoubleFunction<S> reloads, ToDoubleFunction<S> failedReloads)
        implements MeterBinder {

    /** Returns the meters of a policy that never changes. */
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
                .description("Policies that came into force, or were unusable")
                .tag("result", result)
                .register(registry);
    }
}
