package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A leaky bucket grants turns in the future: a queue of 5, of which one goes each second. */
final class AcquireLeakyBucketTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MICROSECOND = Duration.ofNanos(1_000);

    private final ManualTime time = ManualTime.create();
    private final RateLimiter limiter = RateLimiter.of(Limit.leakyBucket(Rate.perSecond(1), 5), new MemoryStore(time))
            .withScheduler(time);

    private static Decision decided(CompletableFuture<Decision> call) {
        assertThat(call).isCompleted();
        return call.join();
    }

    @Test
    void completesAtItsTurn() {
        assertThat(limiter.acquireAsync("key", LONG)).isCompleted();
        CompletableFuture<Decision> second = limiter.acquireAsync("key", LONG);
        time.advanceMicros(999_999);
        assertThat(second).isNotDone();
        assertThat(limiter.waiting()).isOne();
        time.advanceMicros(1);
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
        assertThat(limiter.waiting()).isZero();
    }

    @Test
    void queuesBehindAFullBucketToo() {
        long start = time.nowMicros();
        List<CompletableFuture<Long>> wentAfterSeconds = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            wentAfterSeconds.add(
                    limiter.acquireAsync("key", LONG).thenApply(decision -> (time.nowMicros() - start) / 1_000_000));
        }
        assertThat(limiter.waiting()).isEqualTo(11);
        time.advance(Duration.ofSeconds(20));
        assertThat(wentAfterSeconds)
                .extracting(CompletableFuture::join)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void aTurnAfterTheTimeoutIsDeniedAndNotTaken() {
        limiter.tryAcquire("key", 3);
        Decision refused =
                decided(limiter.acquireAsync("key", Duration.ofSeconds(3).minus(MICROSECOND)));
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(3));
        assertThat(refused.remaining()).isEqualTo(2);
        assertThat(limiter.remaining("key")).isEqualTo(2);

        CompletableFuture<Decision> inTime = limiter.acquireAsync("key", Duration.ofSeconds(3));
        time.advance(Duration.ofSeconds(3));
        assertThat(inTime).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void aCallThatWouldBeTooLateBehindAFullBucketAndAQueueIsDeniedAtOnce() {
        limiter.tryAcquire("key", 5);
        assertThat(limiter.acquireAsync("key", 1, Duration.ofSeconds(5).minus(MICROSECOND)))
                .isCompletedWithValueMatching(decision -> decision.retryAfter().equals(Duration.ofSeconds(5)));
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 2, Duration.ofSeconds(5));
        assertThat(limiter.acquireAsync("key", 1, Duration.ofMillis(6_999)))
                .isCompletedWithValueMatching(decision -> !decision.allowed());
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 1, Duration.ofSeconds(7));
        time.advance(Duration.ofSeconds(5));
        assertThat(first).isCompletedWithValueMatching(Decision::allowed);
        time.advance(Duration.ofSeconds(2));
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void cancellingBeforeTheLastTurnGivesItBack() {
        limiter.tryAcquire("key", 4);
        CompletableFuture<Decision> last = limiter.acquireAsync("key", LONG);
        CompletableFuture<Decision> behind = limiter.acquireAsync("key", LONG);
        assertThat(limiter.waiting()).isEqualTo(2);
        last.cancel(false);
        assertThat(limiter.waitingRoom().lines())
                .as("the next body has the turn")
                .isZero();
        time.advance(Duration.ofSeconds(4));
        assertThat(behind).isCompletedWithValueMatching(Decision::allowed);
        assertThat(limiter.waiting()).isZero();
    }

    @Test
    void aTurnWithoutAPlaceToWaitIsGivenBack() {
        RateLimiter small = limiter.withMostWaiting(1);
        small.tryAcquire("key");
        CompletableFuture<Decision> second = small.acquireAsync("key", LONG);
        Decision third = decided(small.acquireAsync("key", LONG));
        assertThat(third.allowed()).isFalse();
        assertThat(third.retryAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(small.remaining("key")).isEqualTo(3);
        time.advance(Duration.ofSeconds(1));
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
    }
}
