package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting on a store whose answers arrive late. */
final class AcquireFromLateStoreTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ManualTime time = ManualTime.create();
    private final MemoryStore memory = new MemoryStore(time);
    private final LateStore store = new LateStore(memory);
    private final Limit limit = Limit.parse("10/min");
    private final RateLimiter direct = RateLimiter.of(limit, memory);
    private final RateLimiter limiter = RateLimiter.of(limit, store).withScheduler(time);

    @AfterEach
    void nothingIsKept() {
        for (int minute = 0; minute < 200; minute++) {
            store.answerAll();
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void doesNotWaitForTheAnswerBeforeItReturns() {
        CompletableFuture<Decision> call = limiter.acquireAsync("key", Duration.ZERO);
        assertThat(call).isNotDone();
        time.advance(Duration.ofSeconds(1));
        store.answerAll();
        assertThat(call).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void callsDoNotWaitForAnswersToOthersUnlessOneIsDenied() {
        CompletableFuture<Decision> first = limiter.acquireAsync("key", LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", LONG);
        assertThat(store.unanswered()).isEqualTo(2);
        store.answerAll();
        assertThat(first).isCompletedWithValueMatching(Decision::allowed);
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void permitsGrantedToACancelledCallAreGivenBack() {
        CompletableFuture<Decision> call = limiter.acquireAsync("key", 10, LONG);
        call.cancel(false);
        assertThat(direct.remaining("key")).isZero();
        store.answerAll();
        assertThat(direct.remaining("key")).isEqualTo(10);
    }

    @Test
    void aDenialOfACancelledCallIsIgnored() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> call = limiter.acquireAsync("key", LONG);
        call.cancel(false);
        store.answerAll();
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void aCallThatIsCancelledBeforeItsDenialDoesNotQueue() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", LONG);
        second.cancel(false);
        store.answerAll();
        assertThat(limiter.waiting()).isOne();
        first.cancel(false);
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    @Test
    void aTurnGrantedToACancelledCallIsGivenBackAtOnce() {
        Limit queue = Limit.leakyBucket(Rate.perSecond(1), 5);
        RateLimiter leaky = RateLimiter.of(queue, store).withScheduler(time);
        RateLimiter.of(queue, memory).tryAcquire("key", 5);
        CompletableFuture<Decision> first = leaky.acquireAsync("key", LONG);
        store.answerAll();
        time.advance(Duration.ofSeconds(1));
        store.answerFirst();
        assertThat(RateLimiter.of(queue, memory).remaining("key")).isZero();
        first.cancel(false);
        store.answerAll();
        assertThat(RateLimiter.of(queue, memory).remaining("key")).isOne();
    }

    @Test
    void aTurnThatAnotherProcessDelayedBeyondTheTimeoutIsGivenBack() {
        Limit queue = Limit.leakyBucket(Rate.perSecond(1), 5);
        RateLimiter.of(queue, memory).tryAcquire("key", 3);
        CompletableFuture<Decision> call =
                RateLimiter.of(queue, store).withScheduler(time).acquireAsync("key", Duration.ofSeconds(3));
        RateLimiter.of(queue, memory).tryAcquire("key", 1);
        store.answerAll();
        assertThat(call).isCompletedWithValueMatching(decision -> !decision.allowed());
        assertThat(call.join().retryAfter()).isEqualTo(Duration.ofSeconds(4));
        assertThat(RateLimiter.of(queue, memory).remaining("key")).isOne();
    }

    @Test
    void permitsGrantedToACancelledCallGoToTheNext() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 10, LONG);
        store.answerAll();
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 10, LONG);
        time.advance(Duration.ofMinutes(1));
        assertThat(store.unanswered()).as("pending store calls").isOne();
        first.cancel(false);
        store.answerAll();
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
        assertThat(direct.remaining("key")).isZero();
    }

    @Test
    void aCallThatQueuesWhileTheOnlyOtherIsCancelledIsNext() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 10, LONG);
        store.answerAll();
        time.advance(Duration.ofMinutes(1));
        first.cancel(false);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 1, LONG);
        store.answerAll();
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void aCallWhoseTimeoutEndsInTheQueueIsDenied() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 1, LONG);
        store.answerAll();
        time.advance(Duration.ofSeconds(6));
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 1, Duration.ofSeconds(1));
        first.cancel(false);
        time.advance(Duration.ofSeconds(2));
        assertThat(second).isCompletedWithValueMatching(decision -> !decision.allowed());
    }

    @Test
    void noCallWaitsBecauseOfADenialBeforeAReset() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> call = limiter.acquireAsync("key", LONG);
        CompletableFuture<Void> reset = limiter.resetAsync("key");
        store.answerLast();
        assertThat(reset).isCompleted();
        store.answerAll();
        assertThat(call).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void aResetDuringADenialLetsTheFirstCallTryAgain() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> call = limiter.acquireAsync("key", 5, LONG);
        store.answerAll();
        time.advance(Duration.ofSeconds(29));
        direct.tryAcquire("key", 4);
        time.advance(Duration.ofSeconds(1));
        assertThat(store.unanswered()).as("a pending denial").isOne();
        CompletableFuture<Void> reset = limiter.resetAsync("key");
        store.answerLast();
        store.answerAll();
        assertThat(reset).isCompleted();
        assertThat(call).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void aTimeoutThatEndsDuringTheStoreCallDoesNotDenyAGrantedPermit() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> call = limiter.acquireAsync("key", Duration.ofSeconds(6));
        store.answerAll();
        time.advance(Duration.ofSeconds(7));
        assertThat(call).isNotDone();
        store.answerAll();
        assertThat(call).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void aCallWithoutATimeoutIsDeniedDuringTheFirstCallsStoreCall() {
        direct.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", LONG);
        store.answerAll();
        time.advance(Duration.ofSeconds(6));
        assertThat(limiter.acquireAsync("key", Duration.ZERO)).isCompletedWithValueMatching(d -> !d.allowed());
        assertThat(first).isNotDone();
    }
}
