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
 * The contract for changed limits: new numbers apply to the counts made under the old ones. No count is forgotten, and
 * no caller is blocked for long.
 */
interface ChangedNumbersContract extends StoreUnderTest {

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    default void aBucketKeepsItsTimeToFull(Algorithm algorithm) {
        take("key", algorithm.limit(Rate.perMinute(10)), 5);
        assertThat(remaining("key", algorithm.limit(Rate.perMinute(100)))).isEqualTo(50);
        assertThat(remaining("key", algorithm.limit(Rate.perMinute(4)))).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    default void aBucketsTimeToFullIsCappedAtTheNewOne(Algorithm algorithm) {
        take("key", algorithm.limit(Rate.perHour(10)), 10);
        Limit faster = algorithm.limit(Rate.perMinute(10));
        assertThat(take("key", faster, 1).retryAfterMicros()).isEqualTo(6_000_000);
        time().advance(Duration.ofSeconds(6));
        assertThat(take("key", faster, 1).allowed()).isTrue();
    }

    @Test
    default void aRestTooLargeForTheNewRateIsCappedAtTheLargest() {
        take("key", Limit.tokenBucket(Rate.perSecond(7)), 6);
        // 857142 6/7 µs until full. At 3/s the rest of 6 becomes 2, and 857142 2/3 is rounded up.
        assertThat(peek("key", Limit.tokenBucket(Rate.perSecond(3)), 3).retryAfterMicros())
                .isEqualTo(857_143);
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"FIXED_WINDOW", "SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER"})
    default void aWindowKeepsItsCount(Algorithm algorithm) {
        take("key", algorithm.limit(Rate.perMinute(10)), 8);
        assertThat(remaining("key", algorithm.limit(Rate.perMinute(100)))).isEqualTo(92);
        assertThat(remaining("key", algorithm.limit(Rate.perMinute(9)))).isEqualTo(1);
        assertThat(remaining("key", algorithm.limit(Rate.perMinute(5)))).isZero();
        assertThat(take("key", algorithm.limit(Rate.perMinute(5)), 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"FIXED_WINDOW", "SLIDING_WINDOW_COUNTER"})
    default void aCountMovesIntoTheCurrentWindowWhenTheLengthChanges(Algorithm algorithm) {
        time().advance(Duration.ofSeconds(90));
        take("key", algorithm.limit(Rate.perHour(10)), 8);
        assertThat(remaining("key", algorithm.limit(Rate.perMinute(10)))).isEqualTo(2);
        assertThat(remaining("key", algorithm.limit(Rate.perDay(10)))).isEqualTo(2);

        Limit shorter = algorithm.limit(Rate.perMinute(10));
        assertThat(take("key", shorter, 3).allowed()).isFalse();
        time().advance(Duration.ofMinutes(2));
        assertThat(take("key", shorter, 10).allowed())
                .as("nothing stays blocked")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"FIXED_WINDOW", "SLIDING_WINDOW_COUNTER"})
    default void aCountWhoseWindowHadEndedIsNotRevivedByALongerOne(Algorithm algorithm) {
        take("key", algorithm.limit(Rate.perMinute(10)), 8);
        time().advance(Duration.ofMinutes(2));
        assertThat(remaining("key", algorithm.limit(Rate.perHour(10)))).isEqualTo(10);
    }

    @Test
    default void aSlidingCounterDropsThePreviousCountWhenTheLengthChanges() {
        Limit perMinute = Limit.slidingWindowCounter(Rate.perMinute(10));
        take("key", perMinute, 6);
        time().advance(Duration.ofSeconds(60));
        take("key", perMinute, 3);
        assertThat(remaining("key", perMinute)).isEqualTo(1);
        assertThat(remaining("key", Limit.slidingWindowCounter(Rate.perHour(10))))
                .isEqualTo(7);
    }

    @Test
    default void aSlidingLogIsReadThroughTheNewWindow() {
        Limit perMinute = Limit.slidingWindow(Rate.perMinute(10));
        take("key", perMinute, 6);
        time().advance(Duration.ofSeconds(20));
        take("key", perMinute, 3);
        assertThat(remaining("key", Limit.slidingWindow(Rate.parse("10 per 15s"))))
                .isEqualTo(7);
    }
}
