package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Limit;
import io.weir.redis.internal.link.IoThread;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import io.weir.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Redis works and this process stalls: no call is decided without Redis. The deadlines use a clock that the tests
 * advance.
 */
final class OwnStallTest {

    private static final int MANY = 20_000;

    private final ManualTime clock = ManualTime.create();
    private final RedisServer redis = RedisServer.start();
    private final SafeStore store = Safeguards.defaults()
            .withMostWaiting(MANY)
            .around(RedisStore.connect(redis.uri() + "?timeout=30s"), TimeSource.system(), clock);

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    private static List<Charge> call(String key) {
        return List.of(Charge.of(key, Limit.parse("1000/day")));
    }

    @Test
    void theReadingThreadIsBlockedForLongerThanTheDeadline() {
        CountDownLatch goOn = new CountDownLatch(1);
        holdUpTheThreadThatReads(goOn);
        List<CompletionStage<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(store.charge(call("key" + i)));
        }
        for (int millis = 0; millis < 150; millis++) {
            clock.advance(Duration.ofMillis(1));
        }
        goOn.countDown();
        assertThat(calls)
                .allSatisfy(call -> assertThat(Wait.answer(call).degraded()).isFalse());
        assertThat(store.isDegraded()).isFalse();
    }

    private void holdUpTheThreadThatReads(CountDownLatch goOn) {
        AtomicBoolean held = new AtomicBoolean();
        Wait.until("an answer was given on the thread that reads", () -> {
            if (!held.get()) {
                CompletionStage<Answer> first = store.charge(call("first"));
                first.thenAccept(answer -> {
                    if (Thread.currentThread() instanceof IoThread && held.compareAndSet(false, true)) {
                        await(goOn);
                    }
                });
            }
            return held.get();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new AssertionError(interruption);
        }
    }

    /** Each call is far later than its deadline, but Redis answers all the time. */
    @Test
    void callsWaitInALongQueueOfThisProcess() {
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger degraded = new AtomicInteger();
        for (int i = 0; i < MANY; i++) {
            store.charge(call("key" + i)).thenAccept(answer -> {
                degraded.addAndGet(answer.degraded() ? 1 : 0);
                answered.incrementAndGet();
            });
        }
        while (answered.get() < MANY) {
            int before = answered.get();
            clock.advance(Duration.ofMillis(100));
            Wait.until("Redis has answered more calls", () -> answered.get() > before || answered.get() == MANY);
        }
        assertThat(degraded).hasValue(0);
        assertThat(store.isDegraded()).isFalse();
    }

    @Test
    void callsDoNotWaitForASilentRedis() {
        Wait.answer(store.charge(call("first")));
        redis.pause();
        CompletionStage<Answer> call = store.charge(call("key"));
        Wait.until("the call is decided without Redis", () -> {
            clock.advance(Duration.ofMillis(1));
            return call.toCompletableFuture().isDone();
        });
        assertThat(Wait.answer(call).degraded()).isTrue();
        redis.resume();
    }
}
