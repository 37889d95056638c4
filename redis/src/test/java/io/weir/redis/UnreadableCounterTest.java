package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.limit.Algorithm;
import io.weir.limit.Rate;
import io.weir.redis.internal.script.KeyName;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls in a loop on a counter that something else has overwritten are no outage for the calls on other counters. */
final class UnreadableCounterTest {

    private static final int CALLS = 300;

    private static RedisServer redis;
    private static RawRedis raw;
    private static SafeStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        raw = new RawRedis(redis);
        store = Wait.patiently(redis.uri());
    }

    @AfterAll
    static void stop() {
        store.close();
        raw.close();
        redis.close();
    }

    private enum Planted {
        GARBAGE,
        NAME_OF_ANOTHER_ERROR,
        LIST,
        HASH,
        SORTED_SET;

        void under(String key) {
            raw.commands().del(key);
            switch (this) {
                case GARBAGE -> raw.commands().set(key, "garbage");
                case NAME_OF_ANOTHER_ERROR -> raw.commands().set(key, "READONLY LOADING OOM command not allowed ");
                case LIST -> raw.commands().rpush(key, "12");
                case HASH -> raw.commands().hset(key, "12", "12");
                case SORTED_SET -> raw.commands().zadd(key, 12, "12");
            }
        }
    }

    private static Stream<Arguments> plants() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> Stream.of(Planted.values()).map(planted -> Arguments.of(algorithm, planted)));
    }

    private static Charge charge(String key, Algorithm algorithm) {
        return Charge.of(key, algorithm.limit(Rate.perHour(CALLS)));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void failsOnlyItsOwnCallOfABatch(Algorithm algorithm, Planted planted) {
        Charge bad = charge("READONLY", algorithm);
        planted.under(KeyName.of(bad));
        List<CompletionStage<Answer>> onBad = new ArrayList<>();
        List<CompletionStage<Answer>> onOthers = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Charge other = charge(planted + "" + i % 7, algorithm);
            onBad.add(store.charge(i % 2 == 0 ? List.of(bad) : List.of(other, bad)));
            onOthers.add(store.charge(List.of(other)));
            onOthers.add(store.charge(List.of(other, charge(planted + "second" + i % 5, algorithm))));
        }
        onBad.forEach(call -> assertThat(Wait.answer(call).degraded()).isTrue());
        onOthers.forEach(call -> assertThat(Wait.answer(call).degraded()).isFalse());
        assertThat(store.isDegraded()).isFalse();
    }

    @Test
    void theOtherCountersOfItsBatchAreChargedOnce() {
        Charge bad = charge("bad", Algorithm.TOKEN_BUCKET);
        Charge good = charge("counted", Algorithm.TOKEN_BUCKET);
        Planted.GARBAGE.under(KeyName.of(bad));
        List<CompletionStage<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 2 * CALLS; i++) {
            calls.add(store.charge(List.of(bad)));
            calls.add(store.charge(List.of(good)));
        }
        long allowed = calls.stream()
                .map(Wait::answer)
                .filter(answer -> answer.allowed() && !answer.degraded())
                .count();
        assertThat(allowed).isEqualTo(CALLS);
    }

    @Test
    void failsOnlyItsOwnCallOnACluster() {
        RedisCluster cluster = Clusters.shared();
        try (SafeStore onCluster = Wait.patiently(Clusters.uri(cluster))) {
            Charge bad = charge("bad", Algorithm.FIXED_WINDOW);
            plant(cluster, bad);
            for (int i = 0; i < CALLS; i++) {
                Charge other = charge("other" + i, Algorithm.FIXED_WINDOW);
                CompletionStage<Answer> both = onCluster.charge(List.of(bad, other));
                CompletionStage<Answer> good = onCluster.charge(List.of(other));
                assertThat(Wait.answer(both).degraded()).isTrue();
                assertThat(Wait.answer(good).degraded()).isFalse();
            }
            assertThat(onCluster.isDegraded()).isFalse();
        }
    }

    private static void plant(RedisCluster cluster, Charge bad) {
        cluster.masterOf(KeyName.of(bad)).command("SET", KeyName.of(bad), "garbage");
    }
}
