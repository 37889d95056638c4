package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.limiter.ConnectedLimiters;
import io.weir.benchmarks.redis.limiter.RedisContender;
import io.weir.testkit.fault.FaultProxy;
import io.weir.testkit.redis.RedisBinary;
import io.weir.testkit.redis.RedisServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Compares Weir's limits in Redis with other limiters on Redis: medians of interleaved rounds in one process. */
public final class RedisBenchmark {

    private RedisBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            exit(2, "Unknown option; write benchmarks/run redis [--quick]");
        }
        if (RedisBinary.find().isEmbedded()) {
            exit(
                    1,
                    "There is no redis-server of version 7.0 or later on the PATH, and the one that tests bring along is too"
                            + " slow to measure on; install it (Debian: apt-get install redis-server)");
        }
        if (Runtime.getRuntime().availableProcessors() < 2) {
            exit(1, "This needs two cores: one for Redis and one for the checks");
        }
        LoggingSystem.get(RedisBenchmark.class.getClassLoader())
                .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        run(options.contains("--quick") ? Plan.QUICK : Plan.FULL);
        // Some contenders leave threads behind.
        System.exit(0);
    }

    private static void exit(int code, String message) {
        System.err.println(message);
        System.exit(code);
    }

    private static void run(Plan plan) throws Exception {
        try (RedisServer redis = RedisServer.start();
                FaultProxy proxy = FaultProxy.before(redis.port());
                ConnectedLimiters limiters = new ConnectedLimiters(redis, proxy)) {
            Processors processors = new Processors(redis);
            processors.share();
            Rounds rounds = new Rounds(plan, proxy, processors);
            List<Cell> cells = plan.oneLimit(limiters);
            List<Cell> cellsOfFour = plan.fourLimits(limiters);
            rounds.warmUp(cells);
            rounds.warmUp(cellsOfFour);
            Map<Cell, List<RedisSample>> oneLimit = rounds.measure(cells);
            Map<Cell, List<RedisSample>> fourLimits = rounds.measure(cellsOfFour);
            RedisReport.figures("redis", "checks", oneLimit);
            RedisReport.ratios("redis-ratios", oneLimit);
            RedisReport.figures("redis-four-limits", "requests", fourLimits);
            RedisReport.bytes(bytes(limiters.scalesUri()));
        }
    }

    private static Map<String, Double> bytes(String uri) {
        Map<String, Double> bytes = new LinkedHashMap<>();
        for (RedisContender contender : RedisContender.values()) {
            bytes.put(contender.label(), BytesPerKey.of(contender, uri));
        }
        return bytes;
    }
}
