package io.weir.bench;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Counts the checks that a bench has still to send, and the responses. */
final class BenchTally {

    /** Returned instead of a number when there is nothing left to send. */
    static final int NONE = -1;

    private final AtomicInteger unsent;
    private final LongAdder allowed = new LongAdder();
    private final LongAdder denied = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Histogram latencies = new ConcurrentHistogram(TimeUnit.SECONDS.toNanos(60), 3);
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

    BenchTally(int requests) {
        unsent = new AtomicInteger(requests);
    }

    int takeNumber() {
        return Math.max(unsent.decrementAndGet(), NONE);
    }

    void answered(int status, long nanos) {
        latencies.recordValue(Math.min(nanos, latencies.getHighestTrackableValue()));
        switch (status) {
            case 200 -> allowed.increment();
            case 429 -> denied.increment();
            default -> failed("the server answered HTTP " + status);
        }
    }

    void failed(String why) {
        failed.increment();
        firstFailure.compareAndSet(null, why);
    }

    /** Ends the bench after the pending checks. */
    void giveUp(String why) {
        unsent.set(0);
        failed(why);
    }

    long done() {
        return allowed.sum() + denied.sum() + failed.sum();
    }

    @Nullable
    String firstFailure() {
        return firstFailure.get();
    }

    String text(double seconds) {
        return String.format(
                Locale.ROOT,
                """
                %,d checks in %.1f s: %,.0f per second
                %,d allowed, %,d denied, %,d failed
                latency p50 %.2f ms, p95 %.2f ms, p99 %.2f ms, longest %.2f ms""",
                done(),
                seconds,
                done() / seconds,
                allowed.sum(),
                denied.sum(),
                failed.sum(),
                millis(50),
                millis(95),
                millis(99),
                millis(100));
    }

    String json(double seconds) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("checks", done())
                .put("seconds", seconds)
                .put("perSecond", done() / seconds)
                .put("allowed", allowed.sum())
                .put("denied", denied.sum())
                .put("failed", failed.sum())
                .putObject("latencyMillis")
                .put("p50", millis(50))
                .put("p95", millis(95))
                .put("p99", millis(99))
                .put("longest", millis(100));
        return json.toString();
    }

    private double millis(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
    }
}
