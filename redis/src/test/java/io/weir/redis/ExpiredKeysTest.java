package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.testkit.redis.RedisServer;
import io.weir.testkit.schedule.Schedule;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No decision depends on whether Redis has removed an expired key. */
final class ExpiredKeysTest {

    private static final int STEPS = Integer.getInteger("weir.oracle.steps", 2_000);

    @ParameterizedTest
    @EnumSource
    void decidesTheSameWhetherOrNotKeysAreRemoved(Algorithm algorithm) {
        List<Limit> limits = Stream.of("10/min", "7/s", "13/h", "3 per 1us", "9/s", "1000/day")
                .map(rate -> algorithm.limit(Rate.parse(rate)))
                .toList();
        Schedule schedule = Schedule.changingNumbers(Long.getLong("weir.seed", 1), limits);
        ManualTime time = ManualTime.at(schedule.start());
        String mortalClock = TestStore.resource("mortal_clock.lua");
        try (RedisServer redis = RedisServer.start();
                RedisStore keeping = TestStore.on(redis.uri() + "/0", time);
                RedisStore expiring = RedisStore.onTestTime(redis.uri() + "/1", mortalClock, time)) {
            new TwoStores(keeping, expiring, time).play(schedule, STEPS);
            long deaths = Long.parseLong(redis.command(
                    "EVAL", "redis.call('SELECT', 1) return redis.call('HGET', 'mortal', 'deaths')", "0"));
            assertThat(deaths).isGreaterThan(STEPS / 100);
        }
    }
}
