package io.weir.testkit;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.testkit.oracle.OracleStore;
import io.weir.testkit.schedule.Schedule;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract that a store answers exactly like {@link OracleStore} on random histories, in which the clock is
 * sometimes set back. The histories are the same in every run; {@code -Dweir.seed=…} selects others.
 */
interface OracleContract extends StoreUnderTest {

    int STEPS_PER_SCHEDULE = 5_000;

    /** Returns how many random steps to compare for each algorithm. */
    default int oracleSteps() {
        return 20_000;
    }

    @ParameterizedTest
    @EnumSource
    default void answersLikeTheOracle(Algorithm algorithm) {
        long seed = Long.getLong("weir.seed", 1);
        System.out.printf("%s: %,d random steps, -Dweir.seed=%d%n", algorithm, oracleSteps(), seed);
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int steps = 0; steps < oracleSteps(); steps += STEPS_PER_SCHEDULE) {
            long scheduleSeed = seeds.nextLong();
            List<Limit> limits = limits(algorithm).toList();
            Schedule schedule = steps % (2 * STEPS_PER_SCHEDULE) == 0
                    ? Schedule.of(scheduleSeed, limits)
                    : Schedule.changingNumbers(scheduleSeed, limits);
            new OracleComparison(store(), time(), schedule).run(Math.min(STEPS_PER_SCHEDULE, oracleSteps() - steps));
        }
    }

    private static Stream<Limit> limits(Algorithm algorithm) {
        Stream<Limit> atTheirRate = RATES.stream()
                .filter(rate -> rate.permits() <= algorithm.mostPermits())
                .map(algorithm::limit);
        Stream<Limit> withABurst = switch (algorithm) {
            case TOKEN_BUCKET -> Stream.of(Limit.parse("10000/min burst 15000"));
            case LEAKY_BUCKET -> Stream.of(Limit.leakyBucket(Rate.perMinute(10_000), 15_000));
            default -> Stream.of();
        };
        return Stream.concat(atTheirRate, withABurst);
    }
}
