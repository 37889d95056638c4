package io.weir.metrics.subjects;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Which of many events are looked at: all, or when they are many, at random every second, fourth and so on to 64th, each for
 * as many as it stands for. So some thousands a second are, whatever happens, and the others cost next to nothing.
 */
final class Sampling {

    private static final int MOST_SHIFT = 6;
    private static final long SLICE_MICROS = 100_000;
    private static final long MOST_OF_SLICE = 200;

    /** One in two to the power of this. Written under the lock of whoever looks. */
    private volatile int shift;

    private long sliceStart;
    private long ofSlice;

    /** For how many events this one stands, 0 if it is left out. */
    int weight() {
        int now = shift;
        if (now == 0) {
            return 1;
        }
        int one = 1 << now;
        return (ThreadLocalRandom.current().nextInt() & (one - 1)) == 0 ? one : 0;
    }

    /** To be told of each event that is looked at, by one thread at a time. */
    void looked(int weight, long nowMicros) {
        adapt(nowMicros);
        ofSlice += weight;
        int now = shift;
        if (ofSlice >> now > MOST_OF_SLICE && now < MOST_SHIFT) {
            shift = now + 1;
        }
    }

    /** To be told the time now and then, lest it look at few when there are no longer many. */
    void adapt(long nowMicros) {
        long slices = (nowMicros - sliceStart) / SLICE_MICROS;
        if (slices == 0) {
            return;
        }
        // When a slice has passed in which none was looked at, there are few.
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
