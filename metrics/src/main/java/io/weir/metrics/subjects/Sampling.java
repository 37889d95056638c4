package io.weir.metrics.subjects;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Selects a sample of events: all of them, or, if there are many, at random every second, fourth and so on up to every
 * 64th. Each selected event then stands for that many. So a few thousand events a second are processed at most, and the
 * others cost almost nothing.
 */
final class Sampling {

    private static final int MOST_SHIFT = 6;
    private static final long SLICE_MICROS = 100_000;
    private static final long MOST_OF_SLICE = 200;

    /** The binary logarithm of the sampling interval. Written under the lock of the calling object. */
    private volatile int shift;

    private long sliceStart;
    private long ofSlice;

    /** Returns how many events this one stands for; 0 if it is not selected. */
    int weight() {
        int now = shift;
        if (now == 0) {
            return 1;
        }
        int one = 1 << now;
        return (ThreadLocalRandom.current().nextInt() & (one - 1)) == 0 ? one : 0;
    }

    /** Must be called for each selected event, by one thread at a time. */
    void looked(int weight, long nowMicros) {
        adapt(nowMicros);
        ofSlice += weight;
        int now = shift;
        if (ofSlice >> now > MOST_OF_SLICE && now < MOST_SHIFT) {
            shift = now + 1;
        }
    }

    /** Must be called from time to time, so that the interval shrinks when there are fewer events. */
    void adapt(long nowMicros) {
        long slices = (nowMicros - sliceStart) / SLICE_MICROS;
        if (slices == 0) {
            return;
        }
        // If a slice has passed without a selected event, there are few events.
        long expected = slices == 1 ? ofSlice : 0;
        int next = 0;
        while (expected >> next > MOST_OF_SLICE && next < MOST_SHIFT) {
            next++;
        }
        shift = next;
        sliceStart = nowMicros;
        ofSlice = 0;
    }
}
