package io.weir.service.http.connection;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs slow requests: a few at a time over all connections, with a rest after each of them while other requests wait, so that a
 * flood of them leaves the processor to the checks. Clients of different addresses take turns. Thread-safe.
 */
public final class SlowLane {

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request that waits for its turn. */
    public interface Turn {

        /** Starts the request. Must lead to a call of {@link Place#leave}. */
        void begin(Place place);

        /** Runs the task after a delay. */
        void later(long nanos, Runnable then);

        /** Whether the client still waits for the response. */
        boolean isWanted();
    }

    /** The place of a running request in the lane. */
    public final class Place {

        private final long beganNanos = System.nanoTime();

        private Place() {}

        /** Called once, when the request is answered, or its client is gone. */
        public void leave() {
            SlowLane.this.leave(Math.min(LONGEST_REST_NANOS, rest * (System.nanoTime() - beganNanos)));
        }
    }

    private final int width;
    private final int rest;
    private final TurnsByAddress<Turn> waiting = new TurnsByAddress<>();
    private int running;

    /**
     * @param width the number of requests at a time
     * @param rest the parts of rest for each part of work
     */
    public SlowLane(int width, int rest) {
        this.width = width;
        this.rest = rest;
    }

    /** The lane of the requests that Spring answers: one at a time, for at most a quarter of the time while others wait. */
    public static SlowLane forSpring() {
        return new SlowLane(1, 3);
    }

    /** Starts the request at once or in its turn. */
    public void enter(@Nullable InetAddress address, Turn turn) {
        synchronized (this) {
            if (running == width) {
                waiting.add(address, turn);
                return;
            }
            running++;
        }
        turn.begin(new Place());
    }

    private void leave(long restNanos) {
        Turn next;
        synchronized (this) {
            next = nextWanted();
            if (next == null) {
                running--;
                return;
            }
        }
        next.later(restNanos, () -> {
            if (next.isWanted()) {
                next.begin(new Place());
            } else {
                leave(0);
            }
        });
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
