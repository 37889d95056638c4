package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RateLimiterTest {

    private final ManualTime time = ManualTime.create();
    private final RateLimiter limiter = RateLimiter.of(Limit.parse("10/min"), new MemoryStore(time));

    @Test
    void takesPermitsAndSaysWhatRemains() {
        Decision decision = limiter.tryAcquire("key", 3);
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.limit()).isEqualTo(10);
        assertThat(decision.remaining()).isEqualTo(7);
        assertThat(decision.resetAfter()).isEqualTo(Duration.ofSeconds(18));
        assertThat(decision.retryAfter()).isZero();
        assertThat(limiter.tryAcquire("key").remaining()).isEqualTo(6);
        assertThat(limiter.remaining("key")).isEqualTo(6);
    }

    @Test
    void deniesUnavailablePermitsAndSaysWhenTheyAreAvailable() {
        limiter.tryAcquire("key", 10);
        Decision refused = limiter.tryAcquire("key", 2);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(12));
        time.advance(refused.retryAfter());
        assertThat(limiter.tryAcquire("key", 2).allowed()).isTrue();
    }

    @Test
    void aResetKeyIsFresh() {
        limiter.tryAcquire("key", 10);
        limiter.reset("key");
        assertThat(limiter.remaining("key")).isEqualTo(10);
    }

    @Test
    void theAsyncFormsAnswerTheSame() {
        assertThat(limiter.tryAcquireAsync("key", 4).join().remaining()).isEqualTo(6);
        assertThat(limiter.tryAcquireAsync("key").join().remaining()).isEqualTo(5);
        assertThat(limiter.remainingAsync("key").join()).isEqualTo(5);
        limiter.resetAsync("key").join();
        assertThat(limiter.remaining("key")).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void permitsBelowOneAreRejectedAndNothingIsTaken(long permits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire("key", permits))
                .withMessageStartingWith("permits must be from 1 to 10, but was ");
        assertThat(limiter.remaining("key")).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 1_000_000, Long.MAX_VALUE})
    void permitsAboveTheCapacityAreAnErrorAndNotADenial(long permits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire("key", permits))
                .withMessageContaining("it can never succeed, because 10/min holds no more at once");
        assertThat(limiter.remaining("key")).isEqualTo(10);
    }

    @Test
    void blankAndOverlongKeysAreRejected() {
        for (String blank : new String[] {"", " ", "\t\n"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> limiter.tryAcquire(blank))
                    .withMessage("key must not be blank");
        }
        assertThat(limiter.tryAcquire("k".repeat(1024)).allowed()).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire("k".repeat(1025)))
                .withMessage("key must have at most 1024 characters, but has 1025");
    }

    @Test
    void runsOnTheSystemsTimeByDefault() {
        RateLimiter real = RateLimiter.of(Limit.parse("1/day"));
        assertThat(real.tryAcquire("key").allowed()).isTrue();
        assertThat(real.tryAcquire("key").allowed()).isFalse();
    }

    @Test
    void aDecisionReadsAsASentence() {
        assertThat(limiter.tryAcquire("key", 4)).hasToString("allowed: 6 of 10 left, reset after PT24S");
        assertThat(limiter.tryAcquire("key", 7))
                .hasToString("denied: 6 of 10 left, retry after PT6S, reset after PT24S");
    }
}
