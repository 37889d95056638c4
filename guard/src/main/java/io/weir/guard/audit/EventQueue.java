package io.weir.guard.audit;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Events that wait to be written. What was taken counts until it is forgotten, so that a failing log adds no room. */
final class EventQueue {

    static final int MOST = 10_000;

    private final Queue<AuditEvent> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong untold = new AtomicLong();

    void add(AuditEvent event) {
        if (size.incrementAndGet() > MOST) {
            size.decrementAndGet();
            dropped.incrementAndGet();
            untold.incrementAndGet();
            return;
        }
        events.add(event);
    }

    /** Adds the oldest events, which wait no more but are not forgotten. */
    void drainTo(List<AuditEvent> batch, int most) {
        for (int i = 0; i < most; i++) {
            AuditEvent event = events.poll();
            if (event == null) {
                return;
            }
            batch.add(event);
        }
    }

    void forget(int number) {
        size.addAndGet(-number);
    }

    /** Returns how many were dropped since this was last asked. A row about them takes a place of its own. */
    long takeDropped() {
        long lost = untold.getAndSet(0);
        if (lost > 0) {
            size.incrementAndGet();
        }
        return lost;
    }

    int size() {
        return size.get();
    }

    long dropped() {
        return dropped.get();
    }
}
