package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CoarseClockTest {

    @Test
    void theWallTimeIsReadTenTimesASecondUntilItIsClosed() {
        ManualTime time = ManualTime.create();
        CoarseClock clock = CoarseClock.start(time);
        long first = clock.wallTime();
        assertThat(first).isPositive();
        waitUntilAfter(first);
        assertThat(clock.wallTime()).isEqualTo(first);
        time.advance(Duration.ofMillis(99));
        assertThat(clock.wallTime()).isEqualTo(first);
        time.advance(Duration.ofMillis(1));
        long second = clock.wallTime();
        assertThat(second).isGreaterThan(first);
        clock.close();
        time.advance(Duration.ofMillis(100));
        long last = clock.wallTime();
        waitUntilAfter(last);
        time.advance(Duration.ofSeconds(10));
        assertThat(clock.wallTime()).isEqualTo(last);
    }

    private static void waitUntilAfter(long millis) {
        while (System.currentTimeMillis() <= millis) {
            Thread.onSpinWait();
        }
    }
}
