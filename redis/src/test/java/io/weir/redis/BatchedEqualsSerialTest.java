package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.testkit.oracle.Expected;
import io.weir.testkit.oracle.ExpectedAnswer;
import io.weir.testkit.oracle.OracleStore;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that share scripts get the same answers as if each had been sent alone, in the order of their arrival. */
final class BatchedEqualsSerialTest {

    private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());

    /** A single sliding window would send its whole batch through the general script. */
    private static final List<Algorithm> FAST = ALGORITHMS.stream()
            .filter(algorithm -> algorithm != Algorithm.SLIDING_WINDOW)
            .toList();

    /** Without markers, which can only be the last charge of a call. */
    private static final List<Effect> EFFECTS =
            Stream.of(Effect.values()).filter(effect -> effect != Effect.MARKER).toList();

    private static final int CALLS = 2_000;
    private static final List<Rate> RATES = Stream.of("7/s", "10/min", "100/min", "1000003/day")
            .map(Rate::parse)
            .toList();

    private static final ManualTime TIME = ManualTime.create();
    private static RedisServer redis;
    private static RawRedis raw;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        raw = new RawRedis(redis);
        store = TestStore.on(redis.uri() + "?timeout=60s", TIME);
        // A batch whose script Redis does not know is sent again, after other batches.
        TestStore.loadScripts(redis);
    }

    @AfterAll
    static void stop() {
        store.close();
        raw.close();
        redis.close();
    }

    @BeforeEach
    void empty() {
        raw.commands().flushall();
    }

    /** The number of keys: few keys mean many calls on one counter, many keys fill batches with counters. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1000})
    void equalSingleChargesAreDecidedInTheirOrder(int keys) {
        SplittableRandom random = random(keys);
        assertLikeOneByOne(Stream.generate(() -> List.of(alike(random, FAST, keys))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1000})
    void singleChargesOfManyCostsAreDecidedInTheirOrder(int keys) {
        SplittableRandom random = random(keys);
        assertLikeOneByOne(Stream.generate(() -> {
            Charge alike = alike(random, FAST, keys);
            return List.of(Charge.of(alike.key(), alike.limit(), 1 + random.nextLong(3)));
        }));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1000})
    void singleChargesOfManyLimitsAreDecidedInTheirOrder(int keys) {
        SplittableRandom random = random(keys);
        assertLikeOneByOne(Stream.generate(() -> {
            Charge any = any(random, FAST, keys);
            return List.of(Charge.of(any.key(), any.limit()));
        }));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1000})
    void callsOfAllKindsAreDecidedInTheirOrder(int keys) {
        SplittableRandom random = random(keys);
        assertLikeOneByOne(Stream.generate(() -> {
            int charges = random.nextInt(3) > 0 ? 1 : random.nextInt(1, 6);
            return Stream.generate(() ->
                            random.nextInt(4) > 0 ? alike(random, ALGORITHMS, keys) : any(random, ALGORITHMS, keys))
                    .limit(charges)
                    .toList();
        }));
    }

    /** With many keys there is enough for all calls of a batch, with few keys there is not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1000})
    void callsOfEqualChargesAreDecidedInTheirOrder(int keys) {
        SplittableRandom random = random(keys);
        assertLikeOneByOne(Stream.generate(() -> Stream.generate(
                        () -> alike(random, FAST, keys).withEffect(EFFECTS.get(random.nextInt(EFFECTS.size()))))
                .limit(random.nextInt(1, 6))
                .toList()));
    }

    private static void assertLikeOneByOne(Stream<List<Charge>> endless) {
        List<List<Charge>> calls = endless.limit(CALLS).toList();
        long scripts = raw.calls("evalsha");
        List<CompletionStage<Answer>> answers = asked(calls);
        redis.resume();
        OracleStore oracle = new OracleStore();
        for (int i = 0; i < calls.size(); i++) {
            ExpectedAnswer expected = oracle.charge(calls.get(i), TIME.nowMicros());
            Answer answer = Wait.answer(answers.get(i));
            assertThat(answer.decisions().stream().map(Expected::of))
                    .as("call %d: %s", i, calls.get(i))
                    .isEqualTo(expected.decisions());
            assertThat(answer.allowed()).isEqualTo(expected.allowed());
        }
        assertThat(raw.calls("evalsha") - scripts).isBetween(1L, CALLS / 2L);
    }

    /**
     * Makes all calls while Redis is paused, on the I/O thread. Calls of another thread would be passed to that thread,
     * and could be overtaken there by its own calls.
     */
    private static List<CompletionStage<Answer>> asked(List<List<Charge>> calls) {
        redis.pause();
        CompletionStage<List<CompletionStage<Answer>>> asked = store.charge(
                        List.of(Charge.of("before", Limit.parse("1000000/s"))))
                .thenApply(answer -> {
                    redis.pause();
                    return calls.stream().map(store::charge).toList();
                });
        redis.resume();
        return asked.toCompletableFuture().join();
    }

    private static SplittableRandom random(int keys) {
        return new SplittableRandom(Long.getLong("weir.seed", 1) + keys);
    }

    /** All charges on one key and algorithm are equal. */
    private static Charge alike(SplittableRandom random, List<Algorithm> algorithms, int keys) {
        int key = random.nextInt(keys);
        Algorithm algorithm = algorithms.get(random.nextInt(algorithms.size()));
        return Charge.of("key" + key, limit(algorithm, key % RATES.size()), 1 + key % 3);
    }

    private static Charge any(SplittableRandom random, List<Algorithm> algorithms, int keys) {
        Charge alike = alike(random, algorithms, keys);
        Limit limit = limit(alike.limit().algorithm(), random.nextInt(RATES.size()));
        Effect effect = EFFECTS.get(random.nextInt(EFFECTS.size()));
        return Charge.of(alike.key(), limit, 1 + random.nextLong(Math.min(7, limit.capacity())))
                .withEffect(effect);
    }

    private static Limit limit(Algorithm algorithm, int rate) {
        return algorithm.limit(
                algorithm == Algorithm.SLIDING_WINDOW && rate == RATES.size() - 1
                        ? Rate.perMinute(60)
                        : RATES.get(rate));
    }
}
