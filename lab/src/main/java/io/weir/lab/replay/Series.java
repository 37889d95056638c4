package io.weir.lab.replay;

import java.util.Arrays;

/** Requests and denials over time, in at most 1,440 steps. The steps become longer as the time grows. */
public final class Series {

    private static final int MOST = 1_440;

    private long startMicros = Long.MIN_VALUE;
    private long stepMicros = 1_000_000;
    private long[] asked = new long[MOST];
    private long[] denied = new long[MOST];
    private int size;

    void add(long atMicros, boolean isDenied) {
        if (startMicros == Long.MIN_VALUE) {
            startMicros = atMicros - Math.floorMod(atMicros, stepMicros);
        }
        long step = Math.max(0, atMicros - startMicros) / stepMicros;
        while (step >= MOST) {
            halve();
            step = (atMicros - startMicros) / stepMicros;
        }
        asked[(int) step]++;
        denied[(int) step] += isDenied ? 1 : 0;
        size = Math.max(size, (int) step + 1);
    }

    private void halve() {
        for (int i = 0; i < MOST / 2; i++) {
            asked[i] = asked[2 * i] + asked[2 * i + 1];
            denied[i] = denied[2 * i] + denied[2 * i + 1];
        }
        Arrays.fill(asked, MOST / 2, MOST, 0);
        Arrays.fill(denied, MOST / 2, MOST, 0);
        stepMicros *= 2;
        size = (size + 1) / 2;
    }

    /** Returns the start of the first step; 0 if there is none. */
    public long startMicros() {
        return size == 0 ? 0 : startMicros;
    }

    public long stepMicros() {
        return stepMicros;
    }

    public long[] asked() {
        return Arrays.copyOf(asked, size);
    }

    public long[] denied() {
        return Arrays.copyOf(denied, size);
    }
}
