package io.weir.lab.traffic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Requests that follow each other, and what was found out about them. Filled by one thread at a time. */
public final class ArrivalBatch {

    public static final int MOST = 4_096;

    private final List<Arrival> arrivals = new ArrayList<>(MOST);
    private final int[] callers = new int[MOST];
    private final BitSet allowedNow = new BitSet(MOST);

    /** Adds a request with the number of its caller. */
    public void add(Arrival arrival, int caller) {
        callers[arrivals.size()] = caller;
        arrivals.add(arrival);
    }

    public int size() {
        return arrivals.size();
    }

    public Arrival arrival(int i) {
        return arrivals.get(i);
    }

    public int caller(int i) {
        return callers[i];
    }

    /** Returns which requests the policy in force allows; its replay fills this before others get the batch. */
    public BitSet allowedNow() {
        return allowedNow;
    }
}
