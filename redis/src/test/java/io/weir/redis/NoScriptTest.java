package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.Threads;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A Redis that has lost the scripts, as after a restart or SCRIPT FLUSH, gets them again: no call fails or counts
 * twice.
 */
final class NoScriptTest {

    private static RedisServer redis;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        store = TestStore.on(redis.uri() + "?timeout=30s", ManualTime.create());
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    @ParameterizedTest
    @EnumSource
    void everyCallWorksOnARedisWithoutScripts(Algorithm algorithm) {
        Charge charge = Charge.of("key", algorithm.limit(Rate.perMinute(10)));
        Charge other = Charge.of("other", algorithm.limit(Rate.perMinute(10)));
        redis.command("SCRIPT", "FLUSH");
        assertThat(store.chargeNow(charge).remaining()).isEqualTo(9);
        redis.command("SCRIPT", "FLUSH");
        Answer answer = Wait.answer(store.charge(List.of(charge, other)));
        redis.command("SCRIPT", "FLUSH");
        assertThat(Wait.answer(store.peek(List.of(charge))).get(0).remaining()).isEqualTo(8);
        redis.command("SCRIPT", "FLUSH");
        Wait.answer(store.giveBack(answer.receipt()));
        assertThat(Wait.answer(store.peek(List.of(charge))).get(0).remaining()).isEqualTo(9);
        redis.command("SCRIPT", "FLUSH");
        Wait.answer(store.probe());
    }

    @ParameterizedTest
    @EnumSource
    void exactlyTheLimitIsAdmittedWhileScriptsAreLost(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(1_000));
        AtomicLong admitted = new AtomicLong();
        AtomicInteger working = new AtomicInteger(4);
        Threads.run(5, thread -> {
            while (thread == 4 && working.get() > 0) {
                redis.command("SCRIPT", "FLUSH", "SYNC");
            }
            for (int round = 0; thread < 4 && round < 25; round++) {
                List<CompletionStage<Answer>> answers = Stream.generate(
                                () -> store.charge(List.of(Charge.of("key", limit))))
                        .limit(20)
                        .toList();
                admitted.addAndGet(answers.stream()
                        .filter(answer -> Wait.answer(answer).allowed())
                        .count());
            }
            working.decrementAndGet();
        });
        assertThat(admitted).hasValue(1_000);
    }
}
