package io.weir.redis;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for answers and for conditions in other threads and processes, with a timeout. */
final class Wait {

    private static final long MOST_SECONDS = 30;

    private Wait() {}

    /** Creates a store on this Redis that never falls back because the machine is busy. */
    static SafeStore patiently(String uri) {
        return Safeguards.defaults()
                .withDeadline(Duration.ofSeconds(MOST_SECONDS))
                .around(RedisStore.connect(uri + "?timeout=" + MOST_SECONDS + "s"));
    }

    static <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException failure) {
            throw new AssertionError("no answer", failure);
        }
    }

    /** Returns the failure of the call; fails if there is none. */
    static Throwable failure(CompletionStage<?> stage) {
        try {
            Object answer = stage.toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
            throw new AssertionError("answered " + answer);
        } catch (ExecutionException failure) {
            return failure.getCause() == null ? failure : failure.getCause();
        } catch (TimeoutException | InterruptedException failure) {
            throw new AssertionError("no answer", failure);
        }
    }

    static void until(String fact, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(MOST_SECONDS)) {
                throw new AssertionError("not true within " + MOST_SECONDS + " s: " + fact);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
