package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.ManualTime;
import io.weir.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Large batches begin at a pace. */
final class PacedBatchesTest {

    private static final int MIB = 1024 * 1024;

    private final ManualTime time = ManualTime.at(Instant.EPOCH);
    private final PacedBatches batches = new PacedBatches(new MemoryStore(time));

    @Test
    void thirtyTwoMebibytesInASecond() {
        for (int i = 0; i < 64; i++) {
            assertThat(batches.delay(MIB)).isEqualTo(Duration.ofSeconds(i).dividedBy(32));
        }
        time.advance(Duration.ofSeconds(2));
        assertThat(batches.delay(MIB)).isZero();
    }

    @Test
    void smallOnesDoNotWaitForLargeOnes() {
        batches.delay(MIB);
        batches.delay(MIB);
        assertThat(batches.delay(PacedBatches.SMALL_BYTES)).isZero();
        assertThat(batches.delay(PacedBatches.SMALL_BYTES + 1)).isPositive();
    }

    @Test
    void nobodyWaitsForLongerThanTenSeconds() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(batches.delay(MIB)).isLessThanOrEqualTo(PacedBatches.LONGEST_WAIT);
        }
    }
}
