package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.store.OnFailure;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Limiters that share the count of a key, and limiters that do not. */
final class LimitersOnOneKeyTest {

    private final ManualTime time = ManualTime.create();
    private final Store store = new MemoryStore(time);

    @Test
    void limitersWithDifferentNumbersCountSeparately() {
        RateLimiter logins = RateLimiter.of(Limit.parse("5/min"), store);
        RateLimiter payments = RateLimiter.of(Limit.parse("10/min"), store).withOnFailure(OnFailure.CLOSED);
        assertThat(logins.tryAcquire("user:42", 5).allowed()).isTrue();
        assertThat(payments.remaining("user:42")).isEqualTo(10);
        assertThat(payments.tryAcquire("user:42", 10).allowed()).isTrue();
        logins.reset("user:42");
        assertThat(payments.tryAcquire("user:42").allowed()).isFalse();
    }

    @Test
    void limitersWithTheSameNumbersCountTogether() {
        RateLimiter here = RateLimiter.of(Limit.parse("100/min burst 150"), store);
        RateLimiter elsewhere = RateLimiter.of(Limit.parse("100/min burst 150"), store);
        here.tryAcquire("user:42", 50);
        assertThat(elsewhere.remaining("user:42")).isEqualTo(100);
    }

    @Test
    void namedLimitersCountSeparatelyEvenWithTheSameNumbers() {
        RateLimiter logins = RateLimiter.of(Limit.parse("5/min"), store).withName("logins");
        RateLimiter payments = RateLimiter.of(Limit.parse("5/min"), store).withName("payments");
        logins.tryAcquire("user:42", 5);
        assertThat(payments.remaining("user:42")).isEqualTo(5);
        assertThat(RateLimiter.of(Limit.parse("5/min"), store).remaining("user:42"))
                .isEqualTo(5);
    }

    @Test
    void aNameKeepsItsCounterWhenNumbersChange() {
        RateLimiter.of(Limit.parse("10/min"), store).withName("logins").tryAcquire("user:42", 5);
        RateLimiter raised = RateLimiter.of(Limit.parse("100/min"), store).withName("logins");
        assertThat(raised.remaining("user:42")).isEqualTo(50);
    }

    @Test
    void limitersWithoutAStoreCountSeparately() {
        Limit limit = Limit.parse("5/day");
        RateLimiter one = RateLimiter.of(limit);
        RateLimiter other = RateLimiter.of(limit);
        one.tryAcquire("user:42", 5);
        assertThat(other.remaining("user:42")).isEqualTo(5);
        assertThat(one.withMostWaiting(7).remaining("user:42")).isZero();
    }

    @Test
    void waitsForTheCounterOfItsName() {
        RateLimiter limiter =
                RateLimiter.of(Limit.parse("1/min"), store).withName("logins").withScheduler(time);
        limiter.tryAcquire("key");
        CompletableFuture<?> waiting = limiter.acquireAsync("key", Duration.ofMinutes(2));
        RateLimiter.of(Limit.parse("1/min"), store).reset("key");
        time.advance(Duration.ofSeconds(59));
        assertThat(waiting).isNotDone();
        time.advance(Duration.ofSeconds(1));
        assertThat(waiting).isCompleted();
    }

    @Test
    void rejectsABlankName() {
        RateLimiter limiter = RateLimiter.of(Limit.parse("1/min"), store);
        assertThatThrownBy(() -> limiter.withName(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a counter's name must not be blank; write one such as \"logins\"");
    }
}
