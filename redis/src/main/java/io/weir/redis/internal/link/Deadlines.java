package io.weir.redis.internal.link;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Fails commands that have no answer for too long. All commands have the same timeout, so the oldest is the first to be
 * late. One check now and then is enough; a timer for each command would cost more than the command.
 *
 * <p>The cause may be a pause of this process. So a late command fails only after everything that has arrived was read.
 * If the check itself runs late, it is repeated once after the same time, because some commands may not have been sent
 * yet.
 *
 * <p>{@code io.weir.failure.DeadlineStore} says why there are several timeouts.
 */
final class Deadlines implements AutoCloseable {

    /** If a reading thread is blocked for this long, the other threads do not wait for it. */
    private static final long LONGEST_READING_MILLIS = 100;

    private record Sent(long nanos, CompletableFuture<?> answer, Future<?> command) {

        /** On a timeout, a command that was not sent yet is cancelled too. */
        void fail(RedisException failure) {
            answer.completeExceptionally(failure);
            command.cancel(false);
        }
    }

    private final Duration timeout;
    private final ScheduledExecutorService timer;
    private final Channels channels;
    private final Deque<Sent> oldestFirst = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile boolean closed;

    // Used only by the thread that runs the check.
    private long checkAtNanos;
    private boolean repeated;

    Deadlines(Duration timeout, ScheduledExecutorService timer, Channels channels) {
        this.timeout = timeout;
        this.timer = timer;
        this.channels = channels;
    }

    /** Watches the answer to a command. */
    void watch(CompletableFuture<?> answer, Future<?> command) {
        for (Sent first = oldestFirst.peekFirst();
                first != null && first.answer().isDone(); ) {
            oldestFirst.remove(first);
            first = oldestFirst.peekFirst();
        }
        oldestFirst.addLast(new Sent(System.nanoTime(), answer, command));
        if (closed) {
            failAll();
        } else if (watching.compareAndSet(false, true)) {
            checkIn(timeout.toNanos());
        }
    }

    private void checkIn(long nanos) {
        checkAtNanos = System.nanoTime() + nanos;
        in(nanos, this::check);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The check never throws, and its future has no other use.
    private void in(long nanos, Runnable task) {
        try {
            timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closing) {
            failAll();
        }
    }

    private void check() {
        Sent first = oldestFirst.peekFirst();
        while (first != null && first.answer().isDone()) {
            oldestFirst.remove(first);
            first = oldestFirst.peekFirst();
        }
        if (first == null || timeLeft(first) > 0) {
            watchOn(first);
            return;
        }
        long overdue = System.nanoTime() - checkAtNanos;
        repeated = !repeated && overdue > timeout.toNanos() / 4;
        if (repeated) {
            checkIn(Math.min(overdue, timeout.toNanos()));
            return;
        }
        AtomicBoolean once = new AtomicBoolean();
        Runnable failLate = () -> {
            if (once.compareAndSet(false, true)) {
                failLate();
            }
        };
        in(TimeUnit.MILLISECONDS.toNanos(LONGEST_READING_MILLIS), failLate);
        channels.afterReading(failLate);
    }

    private void failLate() {
        Sent first = oldestFirst.peekFirst();
        while (first != null && (first.answer().isDone() || timeLeft(first) <= 0)) {
            oldestFirst.remove(first);
            if (!first.answer().isDone()) {
                first.fail(new RedisCommandTimeoutException(
                        "Redis has not answered within " + timeout.toMillis() + " ms"));
            }
            first = oldestFirst.peekFirst();
        }
        watchOn(first);
    }

    private void watchOn(@Nullable Sent oldest) {
        if (oldest != null) {
            checkIn(timeLeft(oldest));
            return;
        }
        watching.set(false);
        if (!oldestFirst.isEmpty() && watching.compareAndSet(false, true)) {
            checkIn(timeout.toNanos());
        }
    }

    private long timeLeft(Sent sent) {
        return sent.nanos() + timeout.toNanos() - System.nanoTime();
    }

    /** Fails all commands that have no answer. */
    @Override
    public void close() {
        closed = true;
        failAll();
    }

    private void failAll() {
        for (Sent sent = oldestFirst.pollFirst(); sent != null; sent = oldestFirst.pollFirst()) {
            sent.fail(new RedisException("the store was closed before Redis answered"));
        }
    }
}
