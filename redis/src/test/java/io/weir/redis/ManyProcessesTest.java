package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that share keys are granted exactly the limit together. {@code -Dweir.decisions=…} makes more calls. */
final class ManyProcessesTest {

    private static final int PROCESSES = 4;
    private static final int DECISIONS = Integer.getInteger("weir.decisions", 40_000);
    private static final int KEYS = 7;

    private static RedisServer redis;
    private static LoadProcesses processes;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        processes = new LoadProcesses(PROCESSES);
    }

    @AfterAll
    static void stop() {
        processes.close();
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    @ParameterizedTest
    @EnumSource
    void admitExactlyTheLimitWhileTimeStandsStill(Algorithm algorithm) {
        String now = "" + ManualTime.create().nowMicros();
        LoadProcesses.Outcome outcome = load(algorithm, "1000/min", KEYS, now);
        System.out.printf("%s: %,d decisions, %d over%n", algorithm, DECISIONS, outcome.admitted() - KEYS * 1_000);
        assertThat(outcome.admitted()).isEqualTo(KEYS * 1_000);
        assertThat(outcome.failed()).isZero();
    }

    /**
     * Demand is far above the 1,000 permits a second that flow back, once the processes are warm. After a denial
     * nothing is left. Everything that flows back between the first denial and the last one is granted, unless a stall
     * of a whole second wastes some of it.
     */
    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void admitWhatTheRateAllowsWhileTimePasses(Algorithm algorithm) {
        long before = nowMicros();
        LoadProcesses.Outcome outcome = load(algorithm, "1000/s", 1, "redis");
        long after = nowMicros();
        double most = 1_000 + (outcome.last() - outcome.first()) / 1e3;
        double possible = 1_000 + (outcome.lastDenied() - outcome.firstDenied()) / 1e3;
        System.out.printf(
                "%s: %,d decisions in %,d ms admitted %,d, at most %.3f, possible %.3f%n",
                algorithm, DECISIONS, (after - before) / 1_000, outcome.admitted(), most, possible);
        assertThat((double) outcome.admitted()).isBetween(0.99 * possible, most);
        assertThat(outcome.admitted()).isLessThanOrEqualTo(1_000 + (after - before) / 1_000);
        assertThat(outcome.failed()).isZero();
    }

    private static LoadProcesses.Outcome load(Algorithm algorithm, String rate, int keys, String time) {
        return processes.run(String.join(
                " ",
                redis.uri() + "?timeout=30s",
                algorithm.name(),
                rate,
                "" + keys,
                "" + DECISIONS / PROCESSES,
                time));
    }

    private static long nowMicros() {
        String[] secondsAndMicros = redis.command("TIME").split("\n", -1);
        return Long.parseLong(secondsAndMicros[0]) * 1_000_000 + Long.parseLong(secondsAndMicros[1]);
    }
}
