package example.shop.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What customers see: how many of their requests are served, and how fast. Thread-safe. */
final class Experience {

    private List<Long> micros = new ArrayList<>();
    private int served;
    private int all;
    private final LongAdder solved = new LongAdder();
    private final ConcurrentMap<Integer, AtomicInteger> failures = new ConcurrentHashMap<>();

    /**
     * A stretch of time.
     *
     * @param p95Micros 0 if there was no request
     */
    record Stretch(int all, int served, long p95Micros) {

        private static final double PERCENT = 100;

        double servedPercent() {
            return all == 0 ? PERCENT : served * PERCENT / all;
        }
    }

    synchronized void of(Reply reply) {
        all++;
        if (reply.isSuccess()) {
            served++;
        } else {
            failures.computeIfAbsent(reply.status(), status -> new AtomicInteger())
                    .incrementAndGet();
        }
        micros.add(reply.micros());
    }

    void solved() {
        solved.increment();
    }

    long puzzles() {
        return solved.sum();
    }

    /** Returns the statuses of answers that were no success, with how often each came. */
    String failures() {
        return failures.toString();
    }

    /** Returns what has been seen since the last call, and begins anew. */
    synchronized Stretch take() {
        List<Long> sorted = micros.stream().sorted().toList();
        long p95 = sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(sorted.size() * 0.95) - 1);
        Stretch stretch = new Stretch(all, served, p95);
        micros = new ArrayList<>();
        all = 0;
        served = 0;
        return stretch;
    }

    synchronized Stretch now() {
        return new Stretch(all, served, 0);
    }
}
