package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Rejections are sent at a limited rate. */
final class PacedRefusalsTest {

    private final ManualTime time = ManualTime.at(Instant.EPOCH);
    private final PacedRefusals refusals = new PacedRefusals(new MemoryStore(time));

    @Test
    void rejectionsBeyondTheirRateWaitAndBeyondTheQueueAreDropped() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(refusals.delayNanos()).hasValue(Duration.ofMillis(i).toNanos());
        }
        assertThat(refusals.delayNanos()).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(refusals.delayNanos()).hasValue(Duration.ofMillis(9_999).toNanos());
    }
}
