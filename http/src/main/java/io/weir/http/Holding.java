package io.weir.http;

import io.weir.time.Scheduler;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Delays requests of leaky buckets until their turn, without blocking threads, and caps how many are held at once. Thread-safe. */
public final class Holding {

    private static final int USUAL_MOST = 10_000;

    private final int most;
    private final Scheduler scheduler;
    private final AtomicInteger held = new AtomicInteger();

    /** Holds at most 10,000 requests at once. */
    public Holding() {
        this(USUAL_MOST, Scheduler.system());
    }

    public Holding(int most, Scheduler scheduler) {
        if (most < 0) {
            throw new IllegalArgumentException(
                    "the number of requests held at once must be 0 or more, but was " + most);
        }
        this.most = most;
        this.scheduler = scheduler;
    }

    /** Returns the number of requests held now. */
    public int held() {
        return held.get();
    }

    /**
     * Holds a request for a delay.
     *
     * @param start called if the request can be held; returns a short task to run when the delay is over
     * @return a task that ends the hold early without running the first task; empty if too many requests are held
     */
    Optional<Runnable> hold(long delayMicros, Supplier<Runnable> start) {
        if (held.incrementAndGet() > most) {
            held.decrementAndGet();
            return Optional.empty();
        }
        AtomicBoolean over = new AtomicBoolean();
        Runnable leave = () -> {
            if (over.compareAndSet(false, true)) {
                held.decrementAndGet();
            }
        };
        try {
            Runnable goOn = start.get();
            Runnable cancel = scheduler.schedule(delayMicros, () -> {
                leave.run();
                goOn.run();
            });
            return Optional.of(() -> {
                cancel.run();
                leave.run();
            });
        } catch (RuntimeException notHeld) {
            leave.run();
            throw notHeld;
        }
    }
}
