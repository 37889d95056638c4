package io.weir.failure;

import io.weir.time.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Logs a message that may occur with every call at most once in ten seconds, with the number of suppressed messages.
 */
final class RareLog {

    private static final long EVERY_MICROS = 10_000_000;

    private final Logger log;
    private final Scheduler scheduler;
    private final AtomicLong nextMicros = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong suppressed = new AtomicLong();

    RareLog(Class<?> of, Scheduler scheduler) {
        this.log = System.getLogger(of.getName());
        this.scheduler = scheduler;
    }

    void warn(Supplier<String> message) {
        long now = scheduler.elapsedMicros();
        long next = nextMicros.get();
        if (now < next || !nextMicros.compareAndSet(next, now + EVERY_MICROS)) {
            suppressed.incrementAndGet();
            return;
        }
        long before = suppressed.getAndSet(0);
        log.log(
                Level.WARNING,
                message.get() + (before == 0 ? "" : " (and " + before + " more since the last such message)"));
    }
}
