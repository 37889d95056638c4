package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntConsumer;

/** Counts the responses with status 401 as {@code api.authentication.failed}. */
public final class FailedLogins implements IntConsumer {

    private static final int UNAUTHORIZED = 401;

    private final Counter failed;

    public FailedLogins(MeterRegistry registry) {
        this.failed = Counter.builder("api.authentication.failed")
                .description("Requests that were answered 401")
                .register(registry);
    }

    /** Must be called with the status of every response. */
    @Override
    public void accept(int status) {
        if (status == UNAUTHORIZED) {
            failed.increment();
        }
    }
}
