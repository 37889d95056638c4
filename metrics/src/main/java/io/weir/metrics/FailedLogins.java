package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntConsumer;

/** {@code api.authentication.failed}: responses that say that the caller has not proved who he is. */
public final class FailedLogins implements IntConsumer {

    private static final int UNAUTHORIZED = 401;

    private final Counter failed;

    public FailedLogins(MeterRegistry registry) {
        this.failed = Counter.builder("api.authentication.failed")
                .description("Requests that were answered 401")
                .register(registry);
    }

    /** To be told the status of every response. */
    @Override
    public void accept(int status) {
        if (status == UNAUTHORIZED) {
            failed.increment();
        }
    }
}
