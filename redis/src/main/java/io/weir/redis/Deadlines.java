package io.weir.redis;

import io.lettuce.core.RedisCommandTimeoutException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Fails what has had no answer for too long. All have the same time, so the oldest is the first to be late: one look at it now
 * and then is enough, and a timer for each would cost more than its call.
 */
final class Deadlines {

    private record Sent(long nanos, CompletableFuture<?> answer) {}

    private final Duration timeout;
    private final ScheduledExecutorService timer;
    private final Deque<Sent> oldestFirst = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean watching = new AtomicBoolean();

    Deadlines(Duration timeout, ScheduledExecutorService timer) {
        this.timeout = timeout;
        this.timer = timer;
    }

    void watch(CompletableFuture<?> answer) {
        for (Sent first = oldestFirst.peekFirst();
                first != null && first.answer().isDone(); ) {
            oldestFirst.remove(first);
            first = oldestFirst.peekFirst();
        }
        oldestFirst.addLast(new Sent(System.nanoTime(), answer));
        if (watching.compareAndSet(false, true)) {
            lookIn(timeout.toNanos());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A look never throws, and there is nothing to wait for.
    private void lookIn(long nanos) {
        timer.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }

    private void look() {
        Sent first = oldestFirst.peekFirst();
        while (first != null && (first.answer().isDone() || timeLeft(first) <= 0)) {
            oldestFirst.remove(first);
            first.answer()
                    .completeExceptionally(new RedisCommandTimeoutException(
                            "Redis has not answered within " + timeout.toMillis() + " ms"));
            first = oldestFirst.peekFirst();
        }
        watchOn(first);
    }

    private void watchOn(@Nullable Sent oldest) {
        if (oldest != null) {
            lookIn(timeLeft(oldest));
            return;
        }
        watching.set(false);
        if (!oldestFirst.isEmpty() && watching.compareAndSet(false, true)) {
            lookIn(timeout.toNanos());
        }
    }

    private long timeLeft(Sent sent) {
        return sent.nanos() + timeout.toNanos() - System.nanoTime();
    }
}
