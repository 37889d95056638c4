package io.weir.memory;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Ticks;
import io.weir.limit.spi.State;
import io.weir.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A cell that holds the state of a bucket as one long, so a charge allocates only its decision. If a limit's ticks are
 * not in step with those of the last limit, the cell does not fit, and {@link CellTable} replaces it by a
 * {@link StateCell}.
 */
final class TickCell extends CounterCell {

    // These marks are below all instants.
    static final long DEAD_MARK = Long.MIN_VALUE;
    private static final long HELD = Long.MIN_VALUE + 1;
    static final long FRESH = Long.MIN_VALUE + 2;

    // Pauses of a few microseconds, in which another thread makes about a hundred charges.
    private static final int FEWEST_RESTS = 32;
    private static final int MOST_RESTS = 64;

    private static final VarHandle CLEAR_AT;

    static {
        try {
            CLEAR_AT = MethodHandles.lookup().findVarHandle(TickCell.class, "clearAt", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private Ticks ticks;
    private volatile long clearAt = FRESH;

    TickCell(long order, Ticks ticks) {
        super(order);
        this.ticks = ticks;
    }

    /** Takes the cost if it fits; returns null if this cell is dead or does not fit the limit. */
    @Nullable
    Decision charge(Limit limit, long cost, TimeSource time) {
        Ticks by = ticks;
        if (by.limit() != limit) {
            if (!fits(limit)) {
                return null;
            }
            by = limit.ticks().orElseThrow();
            ticks = by;
        }
        int waits = 0;
        int misses = 0;
        while (true) {
            long seen = clearAt;
            if (seen <= HELD) {
                if (seen == DEAD_MARK) {
                    return null;
                }
                waits = pause(waits);
                continue;
            }
            // Read after the state, so it is never earlier than the clock reading of the thread that wrote the state.
            long nowMicros = time.nowMicros();
            long before = seen == FRESH ? 0 : by.mend(seen, nowMicros);
            long after = by.after(before, nowMicros, cost);
            long retryAfter = by.retryAfter(after, nowMicros);
            if (retryAfter > 0) {
                if (before == seen || CLEAR_AT.compareAndSet(this, seen, before)) {
                    return by.denied(before, nowMicros, retryAfter);
                }
            } else if (CLEAR_AT.compareAndSet(this, seen, after)) {
                return by.allowed(before, after, nowMicros);
            }
            standBack(++misses);
        }
    }

    /**
     * Backs off after a lost compare-and-set, longer after the second one: moving the cache line between cores is what
     * costs most.
     */
    private static void standBack(int misses) {
        for (int i = misses == 1 ? FEWEST_RESTS : MOST_RESTS; i > 0; i--) {
            rest();
        }
    }

    /** Pauses eight times at once, because Lincheck reports a loop of more than a hundred rounds as a hang. */
    private static void rest() {
        Thread.onSpinWait();
        Thread.onSpinWait();
        Thread.onSpinWait();
        Thread.onSpinWait();
        Thread.onSpinWait();
        Thread.onSpinWait();
        Thread.onSpinWait();
        Thread.onSpinWait();
    }

    @Override
    boolean isShared() {
        return false;
    }

    @Override
    boolean isNewcomer() {
        return false;
    }

    @Override
    boolean fits(Limit other) {
        Ticks ours = ticks;
        return other == ours.limit() || other.ticks().filter(ours::isInStepWith).isPresent();
    }

    @Override
    Limit limit() {
        return ticks.limit();
    }

    @Override
    void limit(Limit by) {
        if (by != ticks.limit()) {
            ticks = by.ticks().orElseThrow();
        }
    }

    @Override
    int bytes(State of) {
        return 0;
    }

    @Override
    boolean isDead() {
        return clearAt == DEAD_MARK;
    }

    @Override
    State read() {
        int spins = 0;
        long seen = clearAt;
        while (seen == HELD) {
            spins = pause(spins);
            seen = clearAt;
        }
        return state(seen);
    }

    @Override
    boolean swap(State seen, State next, Limit by) {
        if (!CLEAR_AT.compareAndSet(this, mark(seen), mark(next))) {
            return false;
        }
        limit(by);
        return true;
    }

    @Override
    boolean kill(State seen) {
        return CLEAR_AT.compareAndSet(this, mark(seen), DEAD_MARK);
    }

    @Override
    HeldCell toBeHeld() {
        return new HeldTickCell(this);
    }

    Ticks ticks() {
        return ticks;
    }

    /** Waits until no other thread holds this cell, then holds it; returns {@link #DEAD_MARK} if it is dead. */
    long hold() {
        int spins = 0;
        while (true) {
            long seen = clearAt;
            if (seen == DEAD_MARK) {
                return DEAD_MARK;
            }
            if (seen != HELD && CLEAR_AT.compareAndSet(this, seen, HELD)) {
                return seen;
            }
            spins = pause(spins);
        }
    }

    /**
     * Only for the thread that holds this cell. No other thread writes meanwhile, so a write cheaper than a volatile
     * one suffices.
     */
    void release(long next, Ticks by) {
        if (by != ticks) {
            ticks = by;
        }
        CLEAR_AT.setRelease(this, next);
    }

    private State state(long seen) {
        return seen == DEAD_MARK ? DEAD : seen == FRESH ? ticks.limit().fresh() : ticks.state(seen);
    }

    private long mark(State state) {
        return state == DEAD ? DEAD_MARK : state == ticks.limit().fresh() ? FRESH : ticks.clearAt(state);
    }
}
