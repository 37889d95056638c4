package io.weir.metrics.store;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntConsumer;

/** Records how many calls are sent to Redis together, as {@code rate_limiter.redis.batch.size}. */
public final class BatchSizes implements IntConsumer {

    private final DistributionSummary sizes;

    public BatchSizes(MeterRegistry registry) {
        this.sizes = DistributionSummary.builder("rate_limiter.redis.batch.size")
                .description("Calls that go to Redis in one script")
                .register(registry);
    }

    @Override
    public void accept(int calls) {
        sizes.record(calls);
    }
}
