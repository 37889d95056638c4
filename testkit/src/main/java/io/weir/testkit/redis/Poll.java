package io.weir.testkit.redis;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions in other processes. */
final class Poll {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private Poll() {}

    static void until(String fact, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!isTrue(condition)) {
            if (System.nanoTime() - start > LONGEST.toNanos()) {
                throw new IllegalStateException("not true within " + LONGEST.toSeconds() + " s: " + fact);
            }
            pause();
        }
    }

    /** Treats an error as not yet true: a server that changes its role closes connections. */
    private static boolean isTrue(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (UncheckedIOException notNow) {
            return false;
        }
    }

    static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException interruption) {
            throw interrupted(interruption);
        }
    }

    static IllegalStateException interrupted(InterruptedException interruption) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for a process", interruption);
    }
}
