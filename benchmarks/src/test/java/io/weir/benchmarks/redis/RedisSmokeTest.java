package io.weir.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.redis.limiter.ConnectedLimiters;
import io.weir.benchmarks.redis.limiter.FourLimits;
import io.weir.benchmarks.redis.limiter.Network;
import io.weir.benchmarks.redis.limiter.RedisContender;
import io.weir.testkit.fault.FaultProxy;
import io.weir.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The benchmark of limits in Redis in its shortest form, on any Redis. */
final class RedisSmokeTest {

    private static final Plan SHORTEST =
            new Plan(1, Duration.ofMillis(1), Duration.ZERO, Duration.ofMillis(1), List.of(Network.DIRECT));

    @Test
    void everyContenderAnswersUnderEveryLoad() throws Exception {
        try (RedisServer redis = RedisServer.start();
                FaultProxy proxy = FaultProxy.before(redis.port());
                ConnectedLimiters limiters = new ConnectedLimiters(redis, proxy)) {
            List<Cell> cells = Stream.concat(
                            SHORTEST.oneLimit(limiters).stream(), SHORTEST.fourLimits(limiters).stream())
                    .toList();
            Map<Cell, List<RedisSample>> samples = new Rounds(SHORTEST, proxy, new Processors(redis)).measure(cells);
            assertThat(samples).hasSize(2 * 4 * RedisContender.values().length + 4 * FourLimits.values().length);
            assertThat(samples.values())
                    .allSatisfy(measured -> assertThat(measured)
                            .singleElement()
                            .satisfies(sample -> assertThat(sample.perSecond()).isPositive()));
        }
    }
}
