package io.weir.metrics.client;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.weir.client.patience.ClientListener;
import io.weir.client.patience.GaveUp;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.RetryReason;
import io.weir.client.spi.LaneRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Meters of patient calls: {@code weir.client.retries} by reason, {@code weir.client.given.up} by reason, {@code
 * weir.client.wait}, the time that calls waited in their lanes, and {@code weir.client.lanes} of the process. No address is
 * ever a tag. Thread-safe.
 */
public final class ClientMeters implements ClientListener {

    private final Map<RetryReason, Counter> retries = new EnumMap<>(RetryReason.class);
    private final Map<GaveUp, Counter> givenUp = new EnumMap<>(GaveUp.class);
    private final Timer wait;

    public ClientMeters(MeterRegistry registry) {
        for (RetryReason reason : RetryReason.values()) {
            retries.put(
                    reason,
                    Counter.builder("weir.client.retries")
                            .description("Attempts of calls that will be followed by another, by what was wrong")
                            .tag("reason", reason.text())
                            .register(registry));
        }
        for (GaveUp reason : GaveUp.values()) {
            givenUp.put(
                    reason,
                    Counter.builder("weir.client.given.up")
                            .description("Calls that ended with a refusal or failure, by why they were not tried again")
                            .tag("reason", reason.text())
                            .register(registry));
        }
        wait = Timer.builder("weir.client.wait")
                .description("The time that calls waited for their turn in a lane")
                .register(registry);
        Gauge.builder("weir.client.lanes", LaneRegistry.ofProcess(), LaneRegistry::size)
                .description("The lanes of this process")
                .register(registry);
    }

    @Override
    public void retrying(OutgoingCall call, RetryReason reason, Duration time) {
        Objects.requireNonNull(retries.get(reason)).increment();
    }

    @Override
    public void gaveUp(OutgoingCall call, GaveUp why) {
        Objects.requireNonNull(givenUp.get(why)).increment();
    }

    @Override
    public void waited(OutgoingCall call, Duration time) {
        wait.record(time);
    }
}
