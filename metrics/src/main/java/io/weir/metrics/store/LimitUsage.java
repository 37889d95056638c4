package io.weir.metrics.store;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.metrics.internal.FillRate;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Meters for the use of limits by algorithm: the used part of the capacity, and the refill rate. */
final class LimitUsage {

    private final DistributionSummary burstUsage;
    private final AtomicReference<@Nullable Limit> last = new AtomicReference<>();

    LimitUsage(Algorithm algorithm, MeterRegistry registry) {
        this.burstUsage = DistributionSummary.builder("rate_limiter.burst.usage")
                .description("The part of the capacity in use after a decision")
                .tag("algorithm", algorithm.keyName())
                .baseUnit("percent")
                .serviceLevelObjectives(50, 80, 90, 100)
                .register(registry);
        Gauge.builder("rate_limiter.fill.rate", last, limit -> FillRate.permitsPerSecond(limit.get()))
                .description("Permits per second that flow back by the limit charged last")
                .tag("algorithm", algorithm.keyName())
                .register(registry);
    }

    void record(Limit limit, Decision decision) {
        burstUsage.record(100.0 * (decision.limit() - decision.remaining()) / decision.limit());
        if (last.getPlain() != limit) {
            last.setPlain(limit);
        }
    }
}
