package io.weir.testkit.fault;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The delayed bytes of all connections. All have the same delay, so they are delivered in the order of their arrival.
 */
final class DelayLine {

    static final long NOTHING = TimeUnit.DAYS.toNanos(1_000);

    private final Queue<Parcel> parcels = new ArrayDeque<>();
    private long delayNanos;
    private boolean stalled;

    private record Parcel(Flow flow, ByteBuffer bytes, long arrivedNanos) {}

    /** Sets the delay, also for bytes that are already delayed. */
    void delay(long nanos) {
        delayNanos = nanos;
    }

    void stalled(boolean stalled) {
        this.stalled = stalled;
    }

    boolean isStalled() {
        return stalled;
    }

    void add(Flow flow, ByteBuffer bytes) {
        parcels.add(new Parcel(flow, bytes, System.nanoTime()));
    }

    /** Returns how long to wait for the next delivery: zero or less if it is due, {@link #NOTHING} if there is none. */
    long nanosToNext() {
        Parcel next = parcels.peek();
        return next == null || stalled ? NOTHING : next.arrivedNanos + delayNanos - System.nanoTime();
    }

    void deliverWhatIsDue() {
        while (nanosToNext() <= 0) {
            Parcel parcel = parcels.remove();
            parcel.flow.deliver(parcel.bytes);
        }
    }
}
