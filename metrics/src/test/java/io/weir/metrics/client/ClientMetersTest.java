package io.weir.metrics.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.client.patience.GaveUp;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.RetryReason;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ClientMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ClientMeters meters = new ClientMeters(registry);
    private final OutgoingCall call =
            new OutgoingCall("GET", URI.create("http://secret.example/?token=secret"), name -> Optional.of("secret"));

    @Test
    void countsWhatItIsTold() {
        meters.retrying(call, RetryReason.REFUSED, Duration.ofSeconds(1));
        meters.gaveUp(call, GaveUp.TIME);
        meters.waited(call, Duration.ofSeconds(3));
        assertThat(registry.get("weir.client.retries")
                        .tag("reason", "refused")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("weir.client.retries")
                        .tag("reason", "failed")
                        .counter()
                        .count())
                .isZero();
        assertThat(registry.get("weir.client.given.up")
                        .tag("reason", "time")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("weir.client.wait").timer().totalTime(TimeUnit.SECONDS))
                .isEqualTo(3);
        assertThat(registry.get("weir.client.lanes").gauge().value()).isNotNegative();
    }

    @Test
    void noTagNamesAServerOrCaller() {
        meters.retrying(call, RetryReason.REFUSED, Duration.ofSeconds(1));
        assertThat(registry.getMeters().stream()
                        .map(Meter::getId)
                        .flatMap(id -> id.getTags().stream())
                        .map(Tag::getValue))
                .noneMatch(value -> value.contains("secret"));
    }
}
