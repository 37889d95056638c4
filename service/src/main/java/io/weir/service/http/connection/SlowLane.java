package io.weir.service.http.connection;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The way of requests that Spring answers: one at a time over all connections, and for a quarter of the time at most while
 * others wait, so that a flood of them leaves the processor to the checks. Clients of different addresses take turns. Thread-safe.
 */
public final class SlowLane {

    /** For each part of work, this many parts of rest. */
    private static final int REST = 3;

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request that waits for its turn. */
    interface Turn {

        /** Starts the request, on the thread that is right for it. Must lead to {@link #leave}. */
        void begin();

        /** Starts that, a while from now. */
        void later(long nanos, Runnable then);

        /** Whether anybody still waits for the answer. */
        boolean isWanted();
    }

    private final TurnsByAddress<Turn> waiting = new TurnsByAddress<>();
    private boolean busy;
    private long beganNanos;

    /** Begins the request now or when its turn has come. */
    void enter(@Nullable InetAddress address, Turn turn) {
        synchronized (this) {
            if (busy) {
                waiting.add(address, turn);
                return;
            }
            busy = true;
            beganNanos = System.nanoTime();
        }
        turn.begin();
    }

    /** The request that has begun is answered, or nobody waits for it any more. */
    void leave() {
        Turn next;
        long rest;
        synchronized (this) {
            next = nextWanted();
            if (next == null) {
                busy = false;
                return;
            }
            rest = Math.min(LONGEST_REST_NANOS, REST * (System.nanoTime() - beganNanos));
        }
        next.later(rest, () -> {
            if (next.isWanted()) {
                begin(next);
            } else {
                leave();
            }
        });
    }

    private void begin(Turn turn) {
        synchronized (this) {
            beganNanos = System.nanoTime();
        }
        turn.begin();
    }

    private @Nullable Turn nextWanted() {
        while (!waiting.isEmpty()) {
            Turn turn = waiting.remove();
            if (turn.isWanted()) {
                return turn;
            }
        }
        return null;
    }
}
