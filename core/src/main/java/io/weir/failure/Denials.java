package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers denials and how long they certainly last.
 *
 * <p>The shared store decided no earlier than it was asked. Whatever the algorithm, the same charge cannot fit there
 * before the denial's retry-after has passed since that decision. So the denial holds by this process's clock from the
 * moment of asking until then, minus a thousandth and a millisecond, in case the two clocks run at different speeds. It
 * is kept for one second at most, in case another process resets the counter or changes the limit.
 */
final class Denials {

    private static final long LONGEST_MICROS = 1_000_000;
    private static final long SPARE_MICROS = 1_000;
    private static final long CLOCK_ERROR_PARTS = 1_000;
    private static final long SWEEP_EVERY_MICROS = 100_000;
    private static final int STRIPES = 4_096;

    private record Denial(Limit limit, long cost, Decision decision, long receivedMicros, long untilMicros) {}

    private final int most;
    private final Map<Counter, Denial> denials = new ConcurrentHashMap<>();
    private final AtomicLong nextSweepMicros = new AtomicLong();

    /**
     * Counts how often denials of these counters were ended. A call that was sent before the latest end must not be
     * remembered.
     */
    private final AtomicLongArray endings = new AtomicLongArray(STRIPES);

    Denials(int most) {
        this.most = most;
    }

    private static int stripe(Counter counter) {
        return Math.floorMod(counter.hashCode(), STRIPES);
    }

    /** Returns a number to read before the shared store is asked, and to pass to {@link #add}. */
    long endings(Charge charge) {
        return endings.get(stripe(charge.counter()));
    }

    void add(Charge charge, Decision decision, long endingsBefore, long askedMicros, long receivedMicros) {
        long lastsMicros = decision.retryAfterMicros();
        lastsMicros = Math.min(lastsMicros - lastsMicros / CLOCK_ERROR_PARTS - SPARE_MICROS, LONGEST_MICROS);
        Counter counter = charge.counter();
        if (askedMicros + lastsMicros <= receivedMicros || !hasRoom(receivedMicros)) {
            return;
        }
        Denial denial = new Denial(charge.limit(), charge.cost(), decision, receivedMicros, askedMicros + lastsMicros);
        denials.put(counter, denial);
        if (endings.get(stripe(counter)) != endingsBefore) {
            denials.remove(counter, denial);
        }
    }

    private boolean hasRoom(long nowMicros) {
        long next = nextSweepMicros.get();
        if (denials.size() >= most
                && nowMicros >= next
                && nextSweepMicros.compareAndSet(next, nowMicros + SWEEP_EVERY_MICROS)) {
            denials.values().removeIf(denial -> denial.untilMicros() <= nowMicros);
        }
        return denials.size() < most;
    }

    /** Returns the remembered denial as of now, or null if it may be over. */
    @Nullable
    Decision find(Charge charge, long nowMicros) {
        Counter counter = charge.counter();
        Denial denial = denials.get(counter);
        if (denial == null) {
            return null;
        }
        boolean sameLimit = denial.limit() == charge.limit() || denial.limit().equals(charge.limit());
        if (!sameLimit || nowMicros >= denial.untilMicros()) {
            denials.remove(counter, denial);
            return null;
        }
        if (denial.cost() != charge.cost()) {
            return null;
        }
        // Measured from the arrival of the denial, because the retry-after must never be too short.
        long passed = nowMicros - denial.receivedMicros();
        Decision then = denial.decision();
        return Decision.denied(
                denial.limit(), then.state(), then.atMicros() + passed, then.retryAfterMicros() - passed);
    }

    void end(Charge charge) {
        Counter counter = charge.counter();
        endings.incrementAndGet(stripe(counter));
        denials.remove(counter);
    }
}
