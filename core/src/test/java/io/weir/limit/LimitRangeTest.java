package io.weir.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.limit.spi.State;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values outside of the range of exact arithmetic are rejected where they enter, by name and with the allowed range.
 */
final class LimitRangeTest {

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Rate.MOST_PERMITS + 1})
    void permitsOutOfRangeAreRejected(long permits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.perMinute(permits))
                .withMessageStartingWith("permits must be from 1 to 1,000,000,000,000, but was ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.parse("10/min").withCapacity(permits))
                .withMessageStartingWith("capacity must be from 1 to 1,000,000,000,000, but was ");
        assertThatIllegalArgumentException().isThrownBy(() -> Limit.leakyBucket(Rate.perSecond(1), permits));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PT0S", "PT-1S", "PT0.0000001S", "PT0.0000015S", "P3651D", "P109500D", "PT2562047788015215H"})
    void periodsOutOfRangeAreRejected(String period) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.of(1, Duration.parse(period)))
                .withMessageStartingWith("period must be whole microseconds from 1 µs to 3650 days, but was ");
    }

    @Test
    void aBucketThatTakesLongerThanTenYearsToFillIsRejected() {
        assertThat(Limit.parse("1/day").withCapacity(3650).capacity()).isEqualTo(3650);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.parse("1/day").withCapacity(3651))
                .withMessage("capacity 3,651 at 1/day takes longer than 3,650 days to fill;"
                        + " lower the capacity or raise the rate");
    }

    @Test
    void aSlidingWindowHoldsAtMostTenThousandPermits() {
        assertThat(Limit.slidingWindow(Rate.perDay(10_000)).capacity()).isEqualTo(10_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.slidingWindow(Rate.perDay(10_001)))
                .withMessageContaining("at most 10,000")
                .withMessageContaining("use a sliding window counter");
    }

    @Test
    void aSlidingWindowCounterWithoutExactWeightsIsRejected() {
        assertThat(Limit.slidingWindowCounter(Rate.perDay(100_000_000)).capacity())
                .isEqualTo(100_000_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.slidingWindowCounter(
                        Rate.of(100_000_000, Duration.ofDays(1).plusNanos(1_000))))
                .withMessageContaining("cannot weigh 100,000,000 permits over a window of 86,400,000,001 µs exactly");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000000000000 per 1us", "999999999989 per 3650day", "1 per 3650day", "1000000000000/day"})
    void theExtremesOfTheRangeAreExactToTheMicrosecond(String text) {
        TokenBucket limit = Limit.parse(text);
        long now = 1_767_225_600_000_000L;
        State empty = limit.take(limit.fresh(), now, limit.capacity());
        long full = limit.resetAfterMicros(empty, now);
        assertThat(full).isEqualTo(Bounds.micros(limit.rate().period()));
        assertThat(limit.remaining(empty, now)).isZero();
        long wait = limit.retryAfterMicros(empty, now, 1);
        assertThat(limit.remaining(empty, now + wait)).isPositive();
        assertThat(limit.remaining(empty, now + wait - 1)).isZero();
        assertThat(limit.remaining(empty, now + full)).isEqualTo(limit.capacity());
        assertThat(now + full).isLessThan(Bounds.EXACT);
    }

    @Test
    void anAlgorithmIsReadInEverySpellingAndAWrongOneIsReportedWithTheValidOnes() {
        for (Algorithm algorithm : Algorithm.values()) {
            assertThat(Algorithm.parse(algorithm.name())).isEqualTo(algorithm);
            assertThat(Algorithm.parse(algorithm.keyName())).isEqualTo(algorithm);
            assertThat(Algorithm.parse(algorithm.yamlName())).isEqualTo(algorithm);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Algorithm.parse("TOKENBUCKET"))
                .withMessage("Unknown algorithm \"TOKENBUCKET\"; write one of TOKEN_BUCKET, SLIDING_WINDOW,"
                        + " SLIDING_WINDOW_COUNTER, FIXED_WINDOW, LEAKY_BUCKET");
    }

    @Test
    void limitsAreEqualByTheirNumbersAndAlgorithm() {
        for (Algorithm algorithm : Algorithm.values()) {
            Limit limit = algorithm.limit(Rate.perMinute(10));
            assertThat(algorithm.limit(Rate.perMinute(10))).isEqualTo(limit).hasSameHashCodeAs(limit);
            assertThat(algorithm.limit(Rate.perMinute(11))).isNotEqualTo(limit);
            for (Algorithm other : Algorithm.values()) {
                assertThat(other.limit(Rate.perMinute(10)).equals(limit)).isEqualTo(other == algorithm);
            }
        }
    }
}
