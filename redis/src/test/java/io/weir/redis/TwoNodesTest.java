package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.SealedReceipts;
import io.weir.policy.SealedReceipts.Settled;
import io.weir.policy.Verdict;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.testkit.Threads;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locks, distinct values and sealed receipts of two nodes with connections of their own to one Redis. */
final class TwoNodesTest {

    private static final int TOGETHER = 16;
    private static final Duration WINDOW = Duration.ofMinutes(15);
    private static final Request LOGIN = Request.of("POST", "/login").withFact("account", "ann");
    private static final Outcome FAILURES = new Outcome(Set.of(401), Set.of());
    private static final Rule LOCK = Rule.of("lock", Limit.slidingWindow(Rate.of(5, WINDOW)))
            .per(new CountBy(List.of(Dimension.fact("account"))))
            .withOutcome(FAILURES)
            .then(new Then.Lock(WINDOW));

    private static RedisServer redis;

    private final ManualTime time = ManualTime.create();
    private RedisStore one;
    private RedisStore other;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void connect() {
        redis.command("FLUSHALL");
        one = TestStore.on(redis.uri(), time);
        other = TestStore.on(redis.uri(), time);
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private RedisStore node(int number) {
        return number % 2 == 0 ? one : other;
    }

    private static boolean fails(Gate gate) {
        Verdict verdict = gate.checkNow(LOGIN);
        if (verdict.allowed()) {
            gate.settle(verdict, 401).toCompletableFuture().join();
        }
        return verdict.allowed();
    }

    @Test
    void ofAttemptsAtBothNodesFiveAreAllowedAndThenBothLock() {
        for (int round = 0; round < 10; round++) {
            AtomicInteger tested = new AtomicInteger();
            Threads.run(TOGETHER, thread -> {
                Gate gate = new Gate(Policy.of(LOCK), node(thread));
                for (int i = 0; i < 3; i++) {
                    tested.addAndGet(fails(gate) ? 1 : 0);
                }
            });
            assertThat(tested).as("round %d", round).hasValue(5);
            for (int node = 0; node < 2; node++) {
                assertThat(new Gate(Policy.of(LOCK), node(node)).checkNow(LOGIN).locked())
                        .isTrue();
            }
            time.advance(WINDOW);
        }
    }

    @Test
    void aValueThatIsNewToBothNodesCountsOnce() {
        Policy policy =
                Policy.of(Rule.of("accounts", Limit.parse("100/day")).countingDistinct(Dimension.fact("account")));
        for (int round = 1; round <= 10; round++) {
            Request login = LOGIN.withFact("account", "account " + round);
            Threads.run(
                    TOGETHER,
                    thread -> assertThat(new Gate(policy, node(thread))
                                    .checkNow(login)
                                    .allowed())
                            .isTrue());
            Verdict look =
                    new Gate(policy, one).peek(login).toCompletableFuture().join();
            assertThat(look.rulings().get(0).decision().remaining()).isEqualTo(100 - round);
        }
    }

    @Test
    void aReceiptThatOneNodeHasSealedIsSettledByEitherOnce() {
        Rule rule = Rule.of("failures", Limit.parse("100/day")).withOutcome(FAILURES);
        Gate gate = new Gate(Policy.of(rule), one);
        byte[] key = "sixteen bytes or more".getBytes(StandardCharsets.US_ASCII);
        for (int round = 0; round < 10; round++) {
            String text = new SealedReceipts(one, key, time)
                    .seal(gate.checkNow(LOGIN))
                    .orElseThrow();
            Queue<Settled> settled = new ConcurrentLinkedQueue<>();
            Threads.run(
                    TOGETHER,
                    thread -> settled.add(new SealedReceipts(node(thread), key, time)
                            .settle(text, 200)
                            .toCompletableFuture()
                            .join()));
            assertThat(settled).filteredOn(Settled.SETTLED::equals).hasSize(1);
            assertThat(settled).filteredOn(Settled.ALREADY_SETTLED::equals).hasSize(TOGETHER - 1);
            Verdict look = gate.peek(LOGIN).toCompletableFuture().join();
            assertThat(look.rulings().get(0).decision().remaining()).isEqualTo(100);
        }
    }
}
