package io.weir.redis.internal.link;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a session open: starts another one whenever it has ended, and tries for ever. Logs the start and the end of
 * each outage once.
 */
final class Reconnector implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Connection.LOGGER);

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

    private final String address;
    private final Supplier<CompletionStage<Session>> attempts;
    private final Duration longestAttempt;
    private final ScheduledExecutorService timer;

    private volatile @Nullable Session session;
    private volatile Throwable lastFailure = new RedisException("the first attempt to connect has not ended yet");

    // Guarded by this.
    private boolean closed;
    private boolean outageLogged;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private long begunNanos;

    Reconnector(
            String address,
            Supplier<CompletionStage<Session>> attempts,
            Duration longestAttempt,
            ScheduledExecutorService timer) {
        this.address = address;
        this.attempts = attempts;
        this.longestAttempt = longestAttempt;
        this.timer = timer;
    }

    /** Starts, and waits for the end of the first attempt, but not longer than the given time. */
    void start(Duration patience) {
        wait(attempt(), patience);
    }

    /** Returns the session, if there is one now. */
    @Nullable
    Session session() {
        return session;
    }

    /** Returns the reason why there is no session. */
    RedisException absence() {
        return new Absence("Redis at " + address + " cannot be used: " + reason(lastFailure), lastFailure);
    }

    /** Without a stack trace, which carries no information and costs time for every call of an outage. */
    private static final class Absence extends RedisConnectionException {

        private static final long serialVersionUID = 1;

        Absence(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The timeout ends an attempt that does not end by itself.
    private CompletableFuture<Session> attempt() {
        CompletableFuture<Session> attempt = new CompletableFuture<>();
        try {
            attempts.get().whenComplete((begun, failure) -> {
                if (failure != null) {
                    attempt.completeExceptionally(failure);
                } else if (!attempt.complete(begun)) {
                    begun.close();
                }
            });
            timer.schedule(
                    () -> attempt.completeExceptionally(new RedisException("no answer within " + longestAttempt)),
                    longestAttempt.toNanos(),
                    TimeUnit.NANOSECONDS);
        } catch (RuntimeException failure) {
            attempt.completeExceptionally(failure);
        }
        return attempt.whenComplete((begun, failure) -> {
            if (failure != null) {
                failed(failure);
            } else {
                begin(begun);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The future has no other use.
    private synchronized void begin(Session begun) {
        if (closed) {
            begun.close();
            return;
        }
        session = begun;
        begunNanos = System.nanoTime();
        if (!begun.isOpen()) {
            // The session ended before it was published here.
            drop(begun, new RedisConnectionException("the connection was lost"));
            return;
        }
        if (outageLogged) {
            outageLogged = false;
            LOG.log(Level.INFO, "Redis at " + address + " answers again");
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // An attempt never throws.
    private synchronized void failed(Throwable failure) {
        lastFailure = failure;
        if (closed) {
            return;
        }
        if (!outageLogged) {
            outageLogged = true;
            LOG.log(
                    Level.WARNING,
                    "Redis at " + address + " cannot be used, and calls fail until it answers: " + reason(failure));
        }
        long pause = ThreadLocalRandom.current().nextLong(pauseMillis / 2, pauseMillis + 1);
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        try {
            timer.schedule(() -> attempt(), pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // No call will need it any more.
        }
    }

    /** Closes a session that is no longer usable, once, even if several calls find out. */
    @SuppressWarnings("FutureReturnValueIgnored") // The future has no other use.
    void drop(Session ended, Throwable failure) {
        synchronized (this) {
            if (session != ended) {
                return;
            }
            session = null;
            // Sessions that end at once must not be started again without a pause.
            if (System.nanoTime() - begunNanos > TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MILLIS)) {
                pauseMillis = FIRST_PAUSE_MILLIS;
            }
            failed(failure);
        }
        ended.close();
    }

    /** Returns, of a Cluster's nodes, why the first one could not be used. */
    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null || root.getSuppressed().length > 0) {
            root = root.getCause() != null ? root.getCause() : root.getSuppressed()[0];
        }
        String message = root.getMessage();
        return root instanceof RedisException
                ? String.valueOf(message)
                : root.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    @Override
    public void close() {
        Session last;
        synchronized (this) {
            closed = true;
            lastFailure = new RedisException("the store is closed");
            last = session;
            session = null;
        }
        if (last != null) {
            wait(last.close(), LONGEST_CLOSE);
        }
    }

    private static void wait(CompletableFuture<?> future, Duration patience) {
        try {
            future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException goesOnInTheBackground) {
            // The caller that closes the session reports the problem.
        }
    }
}
