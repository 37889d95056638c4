package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that leave the waiting line. */
final class AcquireCancelTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ManualTime time = ManualTime.create();

    private RateLimiter limiter(Algorithm algorithm) {
        return RateLimiter.of(algorithm.limit(Rate.parse("4/s")), new MemoryStore(time))
                .withScheduler(time);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledCallDoesNotAffectTheOthers(Algorithm algorithm) {
        for (int leaves = 0; leaves < 5; leaves++) {
            List<Long> without = instants(algorithm, 5, leaves, false);
            List<Long> cancelled = instants(algorithm, 5, leaves, true);
            assertThat(cancelled).as("%d leaves", leaves).hasSize(4).isEqualTo(without);
        }
    }

    /** Five waiters, one of which cancels right away or never arrives. */
    private List<Long> instants(Algorithm algorithm, int waiters, int leaves, boolean comes) {
        RateLimiter limiter = limiter(algorithm);
        limiter.tryAcquire("key", 4);
        time.advance(Duration.ofMillis(10));
        long start = time.nowMicros();
        List<Long> instants = new ArrayList<>();
        List<CompletableFuture<Decision>> calls = IntStream.range(0, waiters)
                .filter(i -> comes || i != leaves)
                .mapToObj(i -> {
                    CompletableFuture<Decision> call = limiter.acquireAsync("key", 1 + i % 3, LONG);
                    CompletionStage<Decision> granted = call;
                    granted.thenRun(() -> instants.add(time.nowMicros() - start));
                    return call;
                })
                .toList();
        if (comes) {
            assertThat(calls.get(leaves).cancel(false)).isTrue();
            assertThat(limiter.waiting()).isEqualTo(waiters - 1);
        }
        // Moves to the start of a second, so that the windows of the next run begin at the same offset.
        time.advance(Duration.ofSeconds(100).minusMillis(10));
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
        return instants;
    }

    @ParameterizedTest
    @EnumSource
    void afterAllCallsAreCancelledNothingIsTakenAndNothingKept(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm);
        limiter.tryAcquire("key", 4);
        List<CompletableFuture<Decision>> calls = IntStream.range(0, 50)
                .mapToObj(i -> limiter.acquireAsync("key", LONG))
                .toList();
        calls.forEach(call -> call.cancel(false));
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
        assertThat(limiter.remaining("key")).isZero();
        time.advance(Duration.ofSeconds(10));
        assertThat(limiter.remaining("key")).isEqualTo(4);
    }

    @Test
    void aCancelledCallLetsASmallerOneGoAtOnce() {
        RateLimiter limiter = limiter(Algorithm.TOKEN_BUCKET);
        limiter.tryAcquire("key", 2);
        CompletableFuture<Decision> large = limiter.acquireAsync("key", 4, LONG);
        CompletableFuture<Decision> small = limiter.acquireAsync("key", 2, LONG);
        large.cancel(false);
        assertThat(small).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void completingTheFutureByOtherMeansCancelsTheCall() {
        RateLimiter limiter = limiter(Algorithm.TOKEN_BUCKET);
        limiter.tryAcquire("key", 4);
        CompletableFuture<Decision> call = limiter.acquireAsync("key", LONG);
        call.completeExceptionally(new IllegalStateException("changed my mind"));
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void aDeniedOrGrantedCallCannotBeCancelled() throws Exception {
        RateLimiter limiter = limiter(Algorithm.TOKEN_BUCKET);
        CompletableFuture<Decision> granted = limiter.acquireAsync("key", 4, LONG);
        assertThat(granted.cancel(false)).isFalse();
        assertThat(granted.get(0, TimeUnit.SECONDS).allowed()).isTrue();
        assertThat(limiter.remaining("key")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void noTimersAreLeftWithoutWaitingCalls(Algorithm algorithm) {
        CountingScheduler scheduler = new CountingScheduler(time);
        RateLimiter limiter = limiter(algorithm).withScheduler(scheduler);
        limiter.tryAcquire("key", 4);
        List<CompletableFuture<Decision>> calls = IntStream.range(0, 12)
                .mapToObj(i -> limiter.acquireAsync("key", LONG))
                .toList();
        assertThat(scheduler.pending()).isPositive();
        calls.subList(8, 12).forEach(call -> call.cancel(false));
        calls.get(0).cancel(false);
        time.advance(Duration.ofSeconds(60));
        assertThat(calls.subList(1, 8)).allMatch(call -> call.join().allowed());
        assertThat(scheduler.pending()).isZero();

        limiter.tryAcquire("key", 4);
        CompletableFuture<Decision> last = limiter.acquireAsync("key", LONG);
        assertThat(scheduler.pending()).isPositive();
        last.cancel(false);
        assertThat(scheduler.pending()).isZero();
    }
}
