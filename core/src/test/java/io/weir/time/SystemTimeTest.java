package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SystemTimeTest {

    @Test
    void isTheWallClockInMicrosecondsAndDoesNotStandStill() {
        TimeSource time = TimeSource.system();
        long first = time.nowMicros();
        assertThat(Math.abs(System.currentTimeMillis() * 1_000 - first)).isLessThan(60_000_000);
        long later = time.nowMicros();
        while (later == first) {
            later = time.nowMicros();
        }
        assertThat(later - first)
                .as("finer than a millisecond")
                .isLessThan(60_000_000)
                .isPositive();
    }
}
