package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting on virtual time, at 10 per minute: a permit takes six seconds. */
final class AcquireTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ManualTime time = ManualTime.create();
    private final MemoryStore store = new MemoryStore(time);
    private final RateLimiter limiter =
            RateLimiter.of(Limit.parse("10/min"), store).withScheduler(time);

    @AfterEach
    void nothingIsKeptOfThoseWhoWaited() {
        time.advance(LONG.multipliedBy(3));
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
    }

    private void takeAll() {
        limiter.tryAcquire("key", 10);
    }

    private static Decision decided(CompletableFuture<Decision> call) {
        assertThat(call).isCompleted();
        return call.join();
    }

    @Test
    void takesAvailablePermitsAtOnce() throws Exception {
        assertThat(limiter.acquire("key", 4, Duration.ZERO).remaining()).isEqualTo(6);
        assertThat(limiter.acquire("key", LONG).remaining()).isEqualTo(5);
        assertThat(limiter.acquireAsync("key", 2, LONG)).isCompletedWithValueMatching(d -> d.remaining() == 3);
        assertThat(limiter.acquireAsync("key", LONG)).isCompletedWithValueMatching(d -> d.remaining() == 2);
    }

    @Test
    void goesAtTheMicrosecondAtWhichThePermitsAreAvailable() {
        takeAll();
        CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 2, LONG);
        time.advanceMicros(11_999_999);
        assertThat(waiting).isNotDone();
        assertThat(limiter.waiting()).isOne();
        time.advanceMicros(1);
        assertThat(waiting).isCompletedWithValueMatching(Decision::allowed);
        assertThat(limiter.remaining("key")).isZero();
    }

    @Test
    void goesFirstComeFirstServedWhateverTheCost() {
        takeAll();
        List<String> order = new ArrayList<>();
        for (int cost : new int[] {10, 1, 5, 1}) {
            CompletionStage<Decision> call = limiter.acquireAsync("key", cost, LONG);
            call.thenAccept(decision -> order.add(cost + " at " + decision.at()));
        }
        time.advance(LONG);
        assertThat(order)
                .containsExactly(
                        "10 at 2026-01-01T00:01:00Z",
                        "1 at 2026-01-01T00:01:06Z",
                        "5 at 2026-01-01T00:01:36Z",
                        "1 at 2026-01-01T00:01:42Z");
    }

    @Test
    void doesNotOvertakeWaitingCallsEvenIfItsPermitsAreAvailable() {
        limiter.tryAcquire("key", 5);
        CompletableFuture<Decision> large = limiter.acquireAsync("key", 10, LONG);
        CompletableFuture<Decision> small = limiter.acquireAsync("key", 1, LONG);
        assertThat(small).isNotDone();
        assertThat(limiter.acquireAsync("key", 1, Duration.ZERO)).isCompletedWithValueMatching(d -> !d.allowed());
        time.advance(Duration.ofSeconds(30));
        assertThat(large).isCompleted();
        assertThat(small).isNotDone();
    }

    @Test
    void eachKeyHasItsOwnQueue() {
        takeAll();
        CompletableFuture<Decision> waiting = limiter.acquireAsync("key", LONG);
        assertThat(limiter.acquireAsync("other", LONG)).isCompleted();
        assertThat(waiting).isNotDone();
    }

    @Test
    void tryAcquireMayOvertakeWaitingCalls() {
        takeAll();
        CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 2, LONG);
        time.advance(Duration.ofSeconds(6));
        assertThat(limiter.tryAcquire("key").allowed()).isTrue();
        time.advance(Duration.ofSeconds(6));
        assertThat(waiting).isNotDone();
        time.advance(Duration.ofSeconds(6));
        assertThat(waiting).isCompleted();
    }

    @Test
    void aResetLetsWaitingCallsGo() {
        takeAll();
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 7, LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 3, LONG);
        CompletableFuture<Decision> third = limiter.acquireAsync("key", 1, LONG);
        limiter.reset("key");
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
        assertThat(limiter.remaining("key")).isZero();
    }

    @Test
    void twoLimitersOnOneStoreTakeNoMoreThanTheLimit() {
        RateLimiter other = RateLimiter.of(limiter.limit(), store).withScheduler(time);
        takeAll();
        List<CompletableFuture<Decision>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add((i % 2 == 0 ? limiter : other).acquireAsync("key", LONG));
        }
        for (int granted = 1; granted <= 10; granted++) {
            time.advance(Duration.ofSeconds(6));
            assertThat(calls.stream().filter(CompletableFuture::isDone)).hasSize(granted);
        }
    }

    @Test
    void aClockThatStepsBackProlongsTheWaitButNotForEver() {
        takeAll();
        CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, LONG);
        time.advance(Duration.ofHours(-5));
        time.advance(Duration.ofMinutes(2));
        assertThat(waiting).isCompleted();
    }

    @Test
    void rejectsACostThatCanNeverFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.acquireAsync("key", 11, LONG))
                .withMessageContaining("it can never succeed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.acquireAsync("key", Duration.ofNanos(-1)))
                .withMessage(
                        "timeout must not be negative, but was PT-0.000000001S; Duration.ZERO does not wait at all");
    }

    @Test
    void mayWaitForEver() {
        takeAll();
        CompletableFuture<Decision> first = limiter.acquireAsync("key", ChronoUnit.FOREVER.getDuration());
        CompletableFuture<Decision> second = limiter.acquireAsync("key", ChronoUnit.FOREVER.getDuration());
        time.advance(Duration.ofSeconds(12));
        assertThat(first).isCompletedWithValueMatching(Decision::allowed);
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void deniesBeyondTheMostWaitingCalls() {
        RateLimiter small = limiter.withMostWaiting(2);
        takeAll();
        CompletableFuture<Decision> first = small.acquireAsync("key", LONG);
        small.tryAcquire("other", 10);
        CompletableFuture<Decision> second = small.acquireAsync("other", LONG);
        Decision behind = decided(small.acquireAsync("key", LONG));
        assertThat(behind.allowed()).isFalse();
        assertThat(behind.retryAfterMicros()).isBetween(11_999_999L, 12_000_000L);
        small.tryAcquire("third", 10);
        assertThat(decided(small.acquireAsync("third", LONG)).retryAfter()).isEqualTo(Duration.ofSeconds(6));

        second.cancel(false);
        CompletableFuture<Decision> third = small.acquireAsync("key", LONG);
        time.advance(Duration.ofSeconds(12));
        assertThat(first).isCompletedWithValueMatching(Decision::allowed);
        assertThat(third).isCompletedWithValueMatching(Decision::allowed);
        assertThat(small.waiting()).isZero();
    }

    @Test
    void rejectsATooLargeMaximumOfWaitingCalls() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.withMostWaiting(0))
                .withMessage("waiting calls must be from 1 to 1,000,000, but were 0");
    }
}
