package io.weir.lab.replay;

import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.ArrivalBatch;
import io.weir.lab.traffic.CallerTable;
import io.weir.lab.traffic.KnownProperties;
import io.weir.lab.traffic.Traffic;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Replays traffic against one or more policies. One thread reads, and each policy has a thread of its own. If there is a
 * policy in force, it decides each batch first, so that the others can be compared with it.
 */
public final class Replay {

    private final List<Candidate> candidates;
    private final boolean firstIsNow;
    private final CallerTable callers = new CallerTable();
    private final KnownProperties known = new KnownProperties();
    private Predicate<Arrival> wanted = arrival -> true;
    private ArrivalBatch batch = new ArrivalBatch();
    private long firstMicros = Long.MAX_VALUE;
    private long lastMicros = Long.MIN_VALUE;

    /** @param firstIsNow whether the first policy is in force, and the others are candidates to replace it */
    public Replay(List<Candidate> candidates, boolean firstIsNow) {
        this.candidates = List.copyOf(candidates);
        this.firstIsNow = firstIsNow;
    }

    /** Leaves out other requests. */
    public Replay only(Predicate<Arrival> others) {
        wanted = wanted.and(others);
        return this;
    }

    public List<Candidate> candidates() {
        return candidates;
    }

    public boolean firstIsNow() {
        return firstIsNow;
    }

    public CallerTable callers() {
        return callers;
    }

    /** Returns what the traffic says of its requests. */
    public KnownProperties known() {
        return known;
    }

    /** Returns the time of the first request; the largest number if there was none. */
    public long firstMicros() {
        return firstMicros;
    }

    public long lastMicros() {
        return lastMicros;
    }

    /** Replays all of the traffic. A replay runs once. */
    public Replay run(Traffic traffic) throws IOException {
        Conveyor conveyor = new Conveyor(candidates, firstIsNow);
        try {
            traffic.forEach(arrival -> {
                if (wanted.test(arrival)) {
                    add(arrival, conveyor);
                }
            });
            if (batch.size() > 0) {
                conveyor.put(batch);
            }
        } finally {
            conveyor.close();
        }
        return this;
    }

    private void add(Arrival arrival, Conveyor conveyor) {
        firstMicros = Math.min(firstMicros, arrival.atMicros());
        lastMicros = Math.max(lastMicros, arrival.atMicros());
        known.add(arrival.request());
        batch.add(arrival, callers.add(arrival));
        if (batch.size() == ArrivalBatch.MOST) {
            conveyor.put(batch);
            batch = new ArrivalBatch();
        }
    }
}
