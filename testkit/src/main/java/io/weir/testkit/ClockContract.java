package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract for clocks that step, stand still or run on for a year, and for calls that come more often than permits.
 */
interface ClockContract extends StoreUnderTest {

    @ParameterizedTest
    @EnumSource
    default void aClockSteppedBackByADayGrantsNothingAndBlocksForAWindowOnly(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 10);
        time().advance(Duration.ofDays(-1));
        assertThat(take("key", limit, 1).allowed()).isFalse();

        // Denials in between do not prolong the wait.
        time().advance(Duration.ofSeconds(30));
        take("key", limit, 10);
        time().advance(Duration.ofSeconds(30));
        assertThat(take("key", limit, 1).retryAfterMicros()).isLessThanOrEqualTo(6_000_000);
        time().advance(Duration.ofSeconds(60));
        assertThat(take("key", limit, 10).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    default void aClockSteppedBackByAMomentGrantsNothing(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 10);
        for (int i = 0; i < 100; i++) {
            time().advanceMicros(-50);
            assertThat(take("key", limit, 1).allowed()).isFalse();
            time().advanceMicros(50);
            assertThat(take("key", limit, 1).allowed()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    default void aClockThatFlickersAroundAWindowsEdgeGrantsTheWindowOnce(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        time().advance(Duration.ofSeconds(60));
        take("key", limit, 10);
        time().advanceMicros(-1);
        assertThat(take("key", limit, 1).allowed()).isFalse();
        time().advanceMicros(1);
        assertThat(take("key", limit, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void aStepForwardGrantsAtMostTheCapacity(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 10);
        time().advance(Duration.ofDays(7));
        assertThat(remaining("key", limit)).isEqualTo(10);
        take("key", limit, 10);
        assertThat(take("key", limit, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void aYearOfIdlenessOverflowsNothing(Algorithm algorithm) {
        for (Rate rate : new Rate[] {Rate.parse("10000 per 1us"), Rate.parse("7 per 30day"), Rate.perMinute(99)}) {
            Limit limit = algorithm.limit(rate);
            take("key", limit, 1);
            time().advance(Duration.ofDays(366));
            assertThat(remaining("key", limit)).as("%s", limit).isEqualTo(limit.capacity());
            assertThat(take("key", limit, limit.capacity()).allowed()).isTrue();
            assertThat(take("key", limit, 1).allowed()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    default void anIdleBucketIsNotRefilledFromAStaleTime(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 1);
        time().advance(Duration.ofHours(5));
        take("key", limit, 10);
        // A limiter that refills from the time of the first charge would have five hours' worth of permits here.
        assertThat(take("key", limit, 1).retryAfterMicros()).isEqualTo(6_000_000);
    }

    @Test
    default void pollingEveryMicrosecondNeitherGainsNorLosesAPermit() {
        Limit limit = Limit.tokenBucket(Rate.perSecond(7_000));
        take("polled", limit, 7_000);
        take("left alone", limit, 7_000);
        long taken = 0;
        for (int i = 0; i < 4_000; i++) {
            time().advanceMicros(1);
            taken += take("polled", limit, 1).allowed() ? 1 : 0;
        }
        assertThat(taken).isEqualTo(28);
        assertThat(remaining("left alone", limit)).isEqualTo(28);
    }

    @ParameterizedTest
    @EnumSource
    default void aLimitThatRefillsWithinAMicrosecondStillCounts(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.parse("3 per 1us"));
        take("key", limit, 3);
        assertThat(take("key", limit, 1).allowed()).isFalse();
        assertThat(take("key", limit, 1).allowed()).isFalse();
        time().advanceMicros(2);
        assertThat(take("key", limit, 3).allowed()).isTrue();
    }
}
