package io.weir.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.spi.State;
import io.weir.time.ManualTime;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stricter of two states of one counter. */
final class StricterTest {

    private static final long START = ManualTime.create().nowMicros();
    private static final long PERIOD = 60_000_000;

    @ParameterizedTest
    @EnumSource
    void leavesAsManyPermitsAsTheStricterStateNowAndLater(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(7));
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            long now = START + random.nextLong(PERIOD);
            State one = used(limit, now, random);
            State other = used(limit, now, random).shifted(-random.nextLong(PERIOD / 2));
            State both = limit.stricter(one, other, now);
            if (algorithm != Algorithm.SLIDING_WINDOW_COUNTER) {
                assertThat(remaining(limit, both, now))
                        .isEqualTo(Math.min(remaining(limit, one, now), remaining(limit, other, now)));
            }
            for (long later = now; later < now + 3 * PERIOD; later += PERIOD / 13) {
                assertThat(remaining(limit, both, later))
                        .isLessThanOrEqualTo(Math.min(remaining(limit, one, later), remaining(limit, other, later)));
            }
            State again = limit.stricter(both, other, now);
            assertThat(remaining(limit, again, now)).isEqualTo(remaining(limit, both, now));
        }
    }

    /** Returns the state after a few charges in the last two periods. */
    private static State used(Limit limit, long now, Random random) {
        State state = limit.fresh();
        for (long at = now - 2 * PERIOD; at <= now; at += 1 + random.nextLong(PERIOD / 2)) {
            state = limit.decide(state, at, 1 + random.nextInt(3)).next();
        }
        return state;
    }

    private static long remaining(Limit limit, State state, long now) {
        return limit.remaining(limit.mend(state, now), now);
    }

    @ParameterizedTest
    @EnumSource
    void aPartIsRoundedUp(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(100));
        Limit half = algorithm.limit(Rate.perMinute(50));
        State state = limit.decide(limit.fresh(), START, 61).next().part(0.5);
        assertThat(remaining(half, state, START)).isEqualTo(19);
    }
}
