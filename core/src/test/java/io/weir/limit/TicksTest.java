package io.weir.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.spi.State;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arithmetic on one long gives the same results as the arithmetic on states. */
final class TicksTest {

    private static final long START_MICROS = 1_767_225_600_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"10/s burst 100", "7/s", "99/min", "700/min burst 3", "13/h", "1/day", "256000000/s"})
    void decidesLikeTheArithmeticOnStates(String text) {
        TokenBucket token = Limit.parse(text);
        compare(token);
        compare(Limit.leakyBucket(token.rate(), token.capacity()));
    }

    private static void compare(Limit limit) {
        Ticks ticks = limit.ticks().orElseThrow();
        SplittableRandom random = new SplittableRandom(1);
        long most =
                limit.capacity() * limit.rate().periodMicros() / limit.rate().permits();
        long now = START_MICROS;
        long clearAt = 0;
        State state = limit.fresh();
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(10) == 0 ? -random.nextLong(most + 1) : random.nextLong(most / 10 + 2);
            long cost = 1 + random.nextLong(limit.capacity());
            Limit.StateChange outcome = limit.decide(state, now, cost);
            state = outcome.next();

            long before = ticks.mend(clearAt, now);
            long after = ticks.after(before, now, cost);
            long retryAfter = ticks.retryAfter(after, now);
            assertThat(retryAfter <= 0 ? ticks.allowed(before, after, now) : ticks.denied(before, now, retryAfter))
                    .isEqualTo(outcome.decision());
            clearAt = retryAfter <= 0 ? after : before;
            assertThat(ticks.state(clearAt)).isEqualTo(state);
            assertThat(ticks.clearAt(state)).isEqualTo(clearAt);
        }
    }

    @Test
    void aRateThatNeedsTooManyTicksHasNone() {
        assertThat(Limit.parse("257000001/s").ticks()).isEmpty();
        assertThat(Limit.tokenBucket(Rate.of(1_000_003, Duration.ofDays(1))).ticks())
                .isEmpty();
        assertThat(Limit.fixedWindow(Rate.perMinute(10)).ticks()).isEmpty();
    }

    @Test
    void onlyEqualTicksAreInStep() {
        Ticks seven = Limit.parse("7/s").ticks().orElseThrow();
        assertThat(seven.isInStepWith(Limit.parse("13/s burst 3").ticks().orElseThrow()))
                .isFalse();
        assertThat(seven.isInStepWith(Limit.parse("7/min").ticks().orElseThrow()))
                .isTrue();
    }
}
