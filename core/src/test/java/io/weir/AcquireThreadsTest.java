package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting with real threads, in real time unless a test says otherwise. */
@Timeout(120)
final class AcquireThreadsTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ManualTime time = ManualTime.create();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void blockedCallersGoInTheOrderOfTheirArrival() {
        RateLimiter limiter =
                RateLimiter.of(Limit.parse("10/min"), new MemoryStore(time)).withScheduler(time);
        limiter.tryAcquire("key", 10);
        List<Integer> granted = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            threads.execute(() -> {
                try {
                    limiter.acquire("key", LONG);
                    granted.add(number);
                } catch (InterruptedException interrupted) {
                    granted.add(-1);
                }
            });
            await(() -> limiter.waiting() == number + 1);
        }
        for (int i = 0; i < 8; i++) {
            int expected = i + 1;
            time.advance(Duration.ofSeconds(6));
            await(() -> granted.size() == expected);
        }
        assertThat(granted).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void aCallerInterruptedInTheQueueLeavesItAndTakesNothing() throws Exception {
        RateLimiter limiter =
                RateLimiter.of(Limit.parse("10/min"), new MemoryStore(time)).withScheduler(time);
        limiter.tryAcquire("key", 10);
        Future<Decision> blocked = threads.submit(() -> limiter.acquire("key", LONG));
        await(() -> limiter.waiting() == 1);
        CompletableFuture<Decision> next = limiter.acquireAsync("key", LONG);
        threads.shutdownNow();
        assertThatThrownBy(() -> blocked.get(60, TimeUnit.SECONDS)).hasRootCauseInstanceOf(InterruptedException.class);
        assertThat(limiter.waiting()).isOne();
        time.advance(Duration.ofSeconds(6));
        assertThat(next).isCompletedWithValueMatching(Decision::allowed);
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void anInterruptedCallerTakesNothing() {
        RateLimiter limiter = RateLimiter.of(Limit.parse("10/min"), new MemoryStore(time));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> limiter.acquire("key", LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(limiter.remaining("key")).isEqualTo(10);
    }

    @Test
    void tenThousandWaitingCallsUseNoThreads() {
        RateLimiter limiter = RateLimiter.of(Limit.parse("1/day"));
        limiter.tryAcquire("key");
        CompletableFuture<Decision> first = limiter.acquireAsync("key", Duration.ofDays(36_500));
        int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
        List<CompletableFuture<Decision>> others = IntStream.range(1, 10_000)
                .mapToObj(i -> limiter.acquireAsync("key", Duration.ofDays(36_500)))
                .toList();
        assertThat(limiter.waiting()).isEqualTo(10_000);
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(threadsBefore + 10);
        assertThat(limiter.acquireAsync("key", Duration.ofDays(36_500)))
                .isCompletedWithValueMatching(decision -> !decision.allowed());
        first.cancel(false);
        others.forEach(call -> call.cancel(false));
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void inRealTimeNoCallGoesEarly() throws Exception {
        RateLimiter limiter = RateLimiter.of(Limit.parse("2000/s burst 1"));
        List<Decision> decisions = new CopyOnWriteArrayList<>();
        List<Future<?>> callers = IntStream.range(0, 4)
                .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                    for (int i = 0; i < 25; i++) {
                        decisions.add(limiter.acquire("key", LONG));
                        decisions.add(limiter.acquireAsync("key", LONG).get());
                    }
                    return null;
                }))
                .toList();
        for (Future<?> caller : callers) {
            caller.get();
        }
        long[] instants =
                decisions.stream().mapToLong(Decision::atMicros).sorted().toArray();
        assertThat(decisions).hasSize(200).allMatch(Decision::allowed);
        assertThat(LongStream.range(1, 200).map(i -> instants[(int) i] - instants[(int) i - 1]))
                .allMatch(gap -> gap >= 500);
        await(() -> limiter.waitingRoom().lines() == 0);
        assertThat(limiter.waiting()).isZero();
    }

    @Test
    void callbacksDoNotRunOnTheTimersThread() {
        RateLimiter limiter = RateLimiter.of(Limit.parse("20/s burst 1"));
        limiter.tryAcquire("key");
        assertThat(limiter.acquireAsync("key", LONG)
                        .thenApply(decision -> Thread.currentThread().getName())
                        .join())
                .isNotEqualTo("weir-timer");
    }

    @ParameterizedTest
    @EnumSource
    void takenPermitsEqualGrantedOnesWhenCallsAreCancelled(Algorithm algorithm) throws Exception {
        CountingStore store = new CountingStore(new MemoryStore());
        RateLimiter limiter = RateLimiter.of(algorithm.limit(Rate.parse("2 per 100us")), store);
        AtomicInteger granted = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        List<Future<?>> callers = IntStream.range(0, 4)
                .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                    SplittableRandom random = new SplittableRandom(thread);
                    for (int i = 0; i < 1_500; i++) {
                        CompletableFuture<Decision> call = limiter.acquireAsync("key", 1 + random.nextInt(2), LONG);
                        for (int spins = random.nextInt(2_000); spins > 0 && !call.isDone(); spins--) {
                            Thread.onSpinWait();
                        }
                        if (call.cancel(false)) {
                            cancelled.incrementAndGet();
                        } else {
                            assertThat(call.join().allowed()).isTrue();
                            granted.incrementAndGet();
                        }
                    }
                    return null;
                }))
                .toList();
        for (Future<?> caller : callers) {
            caller.get();
        }
        await(() -> limiter.waitingRoom().lines() == 0);
        assertThat(ForkJoinPool.commonPool().awaitQuiescence(60, TimeUnit.SECONDS))
                .isTrue();
        assertThat(store.takenAndKept()).isEqualTo(granted.get());
        assertThat(limiter.waiting()).isZero();
        assertThat(cancelled).hasPositiveValue();
        assertThat(granted).hasPositiveValue();
        System.err.println(
                algorithm + " granted " + granted + " cancelled " + cancelled + " back " + store.givenBack());
    }

    @Test
    void takenPermitsEqualGrantedOnesWhenCallersAreInterrupted() throws Exception {
        CountingStore store = new CountingStore(new MemoryStore());
        RateLimiter limiter = RateLimiter.of(Limit.parse("1 per 100us"), store);
        AtomicInteger granted = new AtomicInteger();
        List<Thread> callers = IntStream.range(0, 4)
                .mapToObj(thread -> new Thread(() -> acquireOften(limiter, granted)))
                .toList();
        callers.forEach(Thread::start);
        while (callers.stream().anyMatch(Thread::isAlive)) {
            callers.forEach(Thread::interrupt);
        }
        await(() -> limiter.waitingRoom().lines() == 0);
        assertThat(store.takenAndKept()).isEqualTo(granted.get());
        assertThat(limiter.waiting()).isZero();
    }

    private static void acquireOften(RateLimiter limiter, AtomicInteger granted) {
        for (int i = 0; i < 1_000; i++) {
            try {
                limiter.acquire("key", LONG);
                granted.incrementAndGet();
            } catch (InterruptedException interrupted) {
                Thread.onSpinWait();
            }
        }
    }
}
