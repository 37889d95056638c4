package io.weir.testkit.oracle;

import io.weir.limit.Limit;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/** Remembers each charge with its time, and counts the charges of the last period. */
final class SlidingWindowOracle extends Oracle {

    /** The running totals by time; the difference of two is what was taken between them. */
    private final NavigableMap<Long, Long> totals;

    private long forgotten;
    private long forgottenUntil = Long.MIN_VALUE;

    SlidingWindowOracle(Limit limit) {
        this(limit, new TreeMap<>());
    }

    private SlidingWindowOracle(Limit limit, NavigableMap<Long, Long> totals) {
        super(limit);
        this.totals = totals;
    }

    @Override
    Oracle twin() {
        SlidingWindowOracle copy = new SlidingWindowOracle(limit(), new TreeMap<>(totals));
        copy.forgotten = forgotten;
        copy.forgottenUntil = forgottenUntil;
        return copy;
    }

    @Override
    public void mend(long nowMicros) {
        if (!totals.isEmpty() && totals.lastKey() > nowMicros) {
            long total = totals.lastEntry().getValue();
            totals.tailMap(nowMicros, false).clear();
            totals.put(nowMicros, total);
        }
    }

    @Override
    LongPredicate fitting(long cost) {
        return atMicros -> used(atMicros) + cost <= capacity();
    }

    @Override
    public long remaining(long atMicros) {
        return Math.max(0, capacity() - used(atMicros));
    }

    @Override
    OracleTake add(long nowMicros, long cost) {
        forgetUntil(nowMicros - periodMicros());
        totals.put(nowMicros, upTo(nowMicros) + cost);
        return new OracleTake(limit(), cost, nowMicros, 0);
    }

    private void forgetUntil(long micros) {
        NavigableMap<Long, Long> outside = totals.headMap(micros, true);
        if (!outside.isEmpty()) {
            forgotten = outside.lastEntry().getValue();
            forgottenUntil = Math.max(forgottenUntil, outside.lastKey());
            outside.clear();
        }
    }

    @Override
    void exceed(long nowMicros, long cost) {
        add(nowMicros, remaining(nowMicros));
    }

    @Override
    void takeBack(OracleTake taken, long nowMicros) {
        long time = taken.mark();
        if (time <= nowMicros - periodMicros() || !totals.containsKey(time)) {
            return;
        }
        long recorded = upTo(time) - upTo(time - 1);
        long returned = Math.min(taken.cost(), recorded);
        totals.tailMap(time, true).replaceAll((later, total) -> total - returned);
    }

    @Override
    long longestWaitMicros() {
        return periodMicros();
    }

    /**
     * A store may forget permits that have left the window, but need not. Whether they count again after the clock was
     * set back, or in a longer window, is not determined.
     */
    @Override
    boolean isDetermined(Limit reader, long nowMicros) {
        return forgottenUntil <= nowMicros - periodMicros(reader) && super.isDetermined(reader, nowMicros);
    }

    @Override
    boolean isAsFresh(Limit reader, long nowMicros) {
        return upTo(Long.MAX_VALUE) == upTo(nowMicros - periodMicros(reader));
    }

    private long used(long atMicros) {
        return upTo(Long.MAX_VALUE) - upTo(atMicros - periodMicros());
    }

    private long upTo(long micros) {
        Map.Entry<Long, Long> total = totals.floorEntry(micros);
        return total == null ? forgotten : total.getValue();
    }
}
