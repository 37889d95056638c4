package io.weir.service.http.connection;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests that Spring answers: one at a time over all connections, and for at most a quarter of the time while other
 * requests wait, so that a flood of them leaves the processor to the checks. Clients of different addresses take turns.
 * Thread-safe.
 */
public final class SlowLane {

    /** The parts of rest for each part of work. */
    private static final int REST = 3;

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request that waits for its turn. */
    interface Turn {

        /** Starts the request, on the thread of its connection. Must lead to a call of {@link #leave}. */
        void begin();

        /** Runs the task after a delay. */
        void later(long nanos, Runnable then);

        /** Whether the client still waits for the response. */
        boolean isWanted();
    }

    private final TurnsByAddress<Turn> waiting = new TurnsByAddress<>();
    private boolean busy;
    private long beganNanos;

    /** Starts the request at once or in its turn. */
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

    /** Called when the running request is answered, or its client is gone. */
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
