package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timeouts of waiting calls. */
final class AcquireTimeoutTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MICROSECOND = Duration.ofNanos(1_000);

    private final ManualTime time = ManualTime.create();

    private RateLimiter limiter(Limit limit) {
        return RateLimiter.of(limit, new MemoryStore(time)).withScheduler(time);
    }

    private static Decision decided(CompletableFuture<Decision> call) {
        assertThat(call).isCompleted();
        return call.join();
    }

    @ParameterizedTest
    @EnumSource
    void aTimeoutOfExactlyTheWaitSufficesAndOneMicrosecondLessIsDeniedAtOnce(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm.limit(Rate.parse("7/s")));
        limiter.tryAcquire("key", 7);
        time.advanceMicros(12_345);

        Decision refused = decided(limiter.acquireAsync("key", 2, Duration.ZERO));
        assertThat(refused.allowed()).isFalse();
        Duration wait = refused.retryAfter();
        assertThat(limiter.acquireAsync("key", 2, wait.minus(MICROSECOND))).isCompletedWithValue(refused);

        CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 2, wait);
        time.advance(wait.minus(MICROSECOND));
        assertThat(waiting).isNotDone();
        time.advance(MICROSECOND);
        assertThat(waiting).isCompletedWithValueMatching(Decision::allowed);
    }

    @ParameterizedTest
    @EnumSource
    void aDeniedCallTakesNothing(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm.limit(Rate.parse("7/s")));
        limiter.tryAcquire("key", 6);
        assertThat(limiter.acquireAsync("key", 2, MICROSECOND)).isCompletedWithValueMatching(d -> !d.allowed());
        assertThat(limiter.remaining("key")).isOne();
    }

    @ParameterizedTest
    @EnumSource(names = "LEAKY_BUCKET", mode = EnumSource.Mode.EXCLUDE)
    void withoutATimeoutItDecidesLikeTryAcquire(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.parse("7/s"));
        RateLimiter trying = limiter(limit);
        RateLimiter acquiring = limiter(limit);
        for (int cost = 1; cost <= 7; cost++) {
            assertThat(acquiring.acquireAsync("key", cost, Duration.ZERO))
                    .isCompletedWithValue(trying.tryAcquire("key", cost));
            time.advanceMicros(100_000);
        }
    }

    @Test
    void aCallThatWouldBeTooLateBehindOthersIsDeniedAtOnceWithItsWait() {
        RateLimiter limiter = limiter(Limit.parse("10/min"));
        limiter.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 1, LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 4, LONG);
        time.advance(Duration.ofSeconds(1));

        Decision refused = decided(limiter.acquireAsync("key", 3, Duration.ofSeconds(46)));
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfterMicros()).isBetween(46_999_999L, 47_000_000L);

        CompletableFuture<Decision> third = limiter.acquireAsync("key", 3, Duration.ofSeconds(47));
        time.advance(Duration.ofSeconds(47));
        assertThat(first).isCompletedWithValueMatching(Decision::allowed);
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
        assertThat(third).isCompletedWithValueMatching(Decision::allowed);
    }

    @ParameterizedTest
    @EnumSource
    void aLongQueueDeniesAtOnceCallsThatCannotBeServedInTime(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm.limit(Rate.parse("10/min")));
        List<CompletableFuture<Decision>> line = Stream.generate(() -> limiter.acquireAsync("key", LONG))
                .limit(110)
                .toList();
        Decision refused = decided(limiter.acquireAsync("key", Duration.ofMinutes(8)));
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
        time.advance(LONG);
        assertThat(line).allMatch(call -> call.join().allowed());
    }

    @Test
    void aCallDelayedByOthersIsDeniedAtItsTimeout() {
        RateLimiter limiter = limiter(Limit.parse("10/min"));
        limiter.tryAcquire("key", 10);
        for (int second = 6; second <= 18; second += 6) {
            time.schedule(second * 1_000_000L, () -> limiter.tryAcquire("key"));
        }
        CompletableFuture<Decision> first = limiter.acquireAsync("key", 1, LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", 1, Duration.ofSeconds(13));
        time.advance(Duration.ofSeconds(13));
        assertThat(second).isNotDone();
        time.advance(MICROSECOND);
        assertThat(second).isCompletedWithValueMatching(decision -> !decision.allowed());
        assertThat(second.join().retryAfter()).isEqualTo(Duration.ofSeconds(5).minus(MICROSECOND));
        assertThat(first).isNotDone();
        time.advance(Duration.ofSeconds(12));
        assertThat(first).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void aTimeoutMayEndAtTheInstantOfTheGrant() {
        RateLimiter limiter = limiter(Limit.fixedWindow(Rate.parse("3/min")));
        limiter.tryAcquire("key", 3);
        time.advance(Duration.ofSeconds(20));
        List<CompletableFuture<Decision>> calls = Stream.generate(
                        () -> limiter.acquireAsync("key", Duration.ofSeconds(40)))
                .limit(3)
                .toList();
        Decision fourth = decided(limiter.acquireAsync("key", Duration.ofSeconds(40)));
        assertThat(fourth.allowed()).isFalse();
        assertThat(fourth.retryAfter()).isEqualTo(Duration.ofSeconds(100));
        // The store is asked again, so the next wake-up is scheduled after the ends of the timeouts.
        limiter.waitingRoom().somethingCameBack("key");
        time.advance(Duration.ofSeconds(40));
        assertThat(calls).allMatch(call -> call.join().allowed());
    }
}
