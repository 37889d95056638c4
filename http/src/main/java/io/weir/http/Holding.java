package io.weir.http;

import io.weir.limit.Scheduler;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Holds requests until it is their turn, without a thread for any of them, and not more than so many at once. */
public final class Holding {

    private static final int USUAL_MOST = 10_000;

    private final int most;
    private final Scheduler scheduler;
    private final AtomicInteger held = new AtomicInteger();

    /** At most 10,000 at once. */
    public Holding() {
        this(USUAL_MOST, Scheduler.system());
    }

    public Holding(int most, Scheduler scheduler) {
        if (most < 0) {
            throw new IllegalArgumentException("at most so many requests are held: 0 or more, but was " + most);
        }
        this.most = most;
        this.scheduler = scheduler;
    }

    /** How many are held now. */
    public int held() {
        return held.get();
    }

    /**
     * Has a request wait that long.
     *
     * @param start called when there is a place; the short task it returns is run when the time is over
     * @return what gives up the place early, without running the task; empty if there is no place
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
