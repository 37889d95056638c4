package io.weir.failure;

import java.util.Arrays;

/**
 * Counts the successes and failures of the last second. The store fails too often if at least half of 20 or more calls
 * failed, which detects a store in a bad state, or if at least five calls in a row failed over a quarter of a second,
 * which detects a store that is down even if there are few calls.
 */
final class RecentFailures {

    private static final int SLICES = 10;
    private static final long SLICE_MICROS = 100_000;
    private static final int ENOUGH_CALLS = 20;
    private static final int MANY_IN_A_ROW = 5;
    private static final long LONG_WITHOUT_SUCCESS_MICROS = 250_000;

    private final int[] calls = new int[SLICES];
    private final int[] failures = new int[SLICES];
    private long slice;
    private int failuresInARow;
    private long firstOfRowMicros;

    void succeeded(long nowMicros) {
        calls[place(nowMicros)]++;
        failuresInARow = 0;
    }

    /** Counts a failure and returns whether there are too many. */
    boolean failedTooOften(long nowMicros) {
        int place = place(nowMicros);
        calls[place]++;
        failures[place]++;
        if (failuresInARow++ == 0) {
            firstOfRowMicros = nowMicros;
        }
        int all = Arrays.stream(calls).sum();
        boolean bad = all >= ENOUGH_CALLS && 2 * Arrays.stream(failures).sum() >= all;
        boolean gone = failuresInARow >= MANY_IN_A_ROW && nowMicros - firstOfRowMicros >= LONG_WITHOUT_SUCCESS_MICROS;
        return bad || gone;
    }

    /** Returns the index of the current slice, after clearing the slices that have passed. */
    private int place(long nowMicros) {
        long now = nowMicros / SLICE_MICROS;
        for (long gone = Math.max(slice + 1, now - SLICES + 1); gone <= now; gone++) {
            calls[(int) (gone % SLICES)] = 0;
            failures[(int) (gone % SLICES)] = 0;
        }
        slice = Math.max(slice, now);
        return (int) (slice % SLICES);
    }

    void clear() {
        Arrays.fill(calls, 0);
        Arrays.fill(failures, 0);
        failuresInARow = 0;
    }
}
