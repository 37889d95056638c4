package io.weir.guard;

import io.weir.time.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Work that is done again and again, with a pause after each time, until it is closed. */
public final class Repeated implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Repeated.class.getName());

    private final Scheduler scheduler;
    private final long pauseMicros;
    private final Runnable work;

    // Guarded by this.
    private Runnable cancel = () -> {};
    private boolean closed;

    private Repeated(Scheduler scheduler, Duration pause, Runnable work) {
        this.scheduler = scheduler;
        this.pauseMicros = pause.toNanos() / 1_000;
        this.work = work;
    }

    /** Starts with a pause. */
    public static Repeated every(Duration pause, Scheduler scheduler, Runnable work) {
        Repeated repeated = new Repeated(scheduler, pause, work);
        repeated.scheduleNext();
        return repeated;
    }

    private synchronized void scheduleNext() {
        if (!closed) {
            cancel = scheduler.schedule(pauseMicros, () -> scheduler.execute(this::run));
        }
    }

    private void run() {
        try {
            work.run();
        } catch (RuntimeException unexpected) {
            LOG.log(Level.ERROR, "Work in the background failed and goes on later", unexpected);
        } finally {
            scheduleNext();
        }
    }

    /** Work that has begun is not interrupted. */
    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
