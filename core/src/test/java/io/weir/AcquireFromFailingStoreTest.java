package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AcquireFromFailingStoreTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ManualTime time = ManualTime.create();
    private final CountingStore store = new CountingStore(new MemoryStore(time));

    private RateLimiter limiter(Algorithm algorithm) {
        return RateLimiter.of(algorithm.limit(Rate.parse("10/min")), store).withScheduler(time);
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void theCallFailsAsTheStoreDoes(CountingStore.Failure how) {
        store.failBy(how);
        for (Algorithm algorithm : Algorithm.values()) {
            RateLimiter limiter = limiter(algorithm);
            assertThatThrownBy(() -> limiter.acquireAsync("key", LONG).join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isExactlyInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> limiter.acquire("key", LONG))
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isExactlyInstanceOf(IllegalStateException.class);
            assertThat(limiter.waiting()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void theNextWaitingCallContinues(CountingStore.Failure how) {
        RateLimiter limiter = limiter(Algorithm.TOKEN_BUCKET);
        limiter.tryAcquire("key", 10);
        CompletableFuture<Decision> first = limiter.acquireAsync("key", LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync("key", LONG);
        assertThat(first).isNotDone();
        time.schedule(5_999_999, () -> store.failBy(how));
        CompletableFuture<Void> mended = first.handle((decision, failure) -> {
            store.failBy(CountingStore.Failure.NONE);
            return null;
        });
        time.advance(Duration.ofSeconds(6));
        assertThat(mended).isCompleted();
        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedWithValueMatching(Decision::allowed);
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
    }
}
