package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.limiter.ConnectedLimiters;
import io.weir.benchmarks.redis.limiter.FourLimits;
import io.weir.benchmarks.redis.limiter.KeySet;
import io.weir.benchmarks.redis.limiter.Network;
import io.weir.benchmarks.redis.limiter.RedisContender;
import io.weir.benchmarks.redis.limiter.RedisLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The duration of the measurement, and its subjects.
 *
 *
 * @param settling the time for which a contender runs before each measurement
 */
record Plan(int rounds, Duration warmUp, Duration settling, Duration measured, List<Network> networks) {

    /** A plan of about half an hour. */
    static final Plan FULL = new Plan(
            5,
            Duration.ofSeconds(5),
            Duration.ofMillis(700),
            Duration.ofMillis(1_000),
            List.of(Network.DIRECT, Network.PLUS_ONE, Network.PLUS_TWO));

    /** A plan of about four minutes. */
    static final Plan QUICK = new Plan(
            3,
            Duration.ofSeconds(2),
            Duration.ofMillis(100),
            Duration.ofMillis(400),
            List.of(Network.DIRECT, Network.PLUS_ONE));

    private static final List<Integer> IN_FLIGHT = List.of(1, 8, 32, 256);

    private List<RedisLoad> loads(List<KeySet> keySets) {
        List<RedisLoad> loads = new ArrayList<>();
        for (KeySet keys : keySets) {
            for (Network network : networks) {
                IN_FLIGHT.forEach(inFlight -> loads.add(new RedisLoad(keys, network, inFlight)));
            }
        }
        return loads;
    }

    /** Returns every contender under every load. */
    List<Cell> oneLimit(ConnectedLimiters limiters) {
        List<Cell> cells = new ArrayList<>();
        for (RedisLoad load : loads(KeySet.BOTH)) {
            for (RedisContender contender : RedisContender.values()) {
                RedisLimiter limiter = limiters.on(contender, load.keys(), load.network());
                cells.add(new Cell(
                        load,
                        contender.label(),
                        () -> limiter.tryAcquire(load.keys().any())));
            }
        }
        return cells;
    }

    /** Returns every way to check four limits, on many users. */
    List<Cell> fourLimits(ConnectedLimiters limiters) {
        List<Cell> cells = new ArrayList<>();
        for (RedisLoad load : loads(List.of(KeySet.MANY))) {
            for (FourLimits way : FourLimits.values()) {
                RedisLimiter limiter = limiters.onFour(way, load.network());
                cells.add(new Cell(load, way.label(), () -> way.check(limiter)));
            }
        }
        return cells;
    }
}
