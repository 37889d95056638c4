package io.weir.bench;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Counts the responses to the requests of a crowd. Not thread-safe. */
final class CrowdTally {

    static final List<String> COLUMNS =
            List.of("", "REQUESTS", "ALLOWED", "REJECTED", "DEGRADED", "FAILED", "P50 MS", "P95 MS", "P99 MS");

    private final Crowd crowd;
    private final Histogram latencies = new Histogram(TimeUnit.SECONDS.toNanos(60), 3);
    private long begun;
    private long allowed;
    private long rejected;
    private long degraded;
    private long failed;
    private @Nullable String firstFailure;

    CrowdTally(Crowd crowd) {
        this.crowd = crowd;
    }

    /** The time at which the next request is due, after the start. */
    long dueNanos() {
        return (long) (begun * 1e9 / crowd.perSecond());
    }

    String takeRequest(double part) {
        return crowd.description().of(begun++, part);
    }

    void answered(int status, boolean wasDegraded, long nanos) {
        latencies.recordValue(Math.min(nanos, latencies.getHighestTrackableValue()));
        degraded += wasDegraded ? 1 : 0;
        switch (status) {
            case 200 -> allowed++;
            case 429 -> rejected++;
            default -> failed("the server answered HTTP " + status);
        }
    }

    void failed(String why) {
        failed++;
        if (firstFailure == null) {
            firstFailure = why;
        }
    }

    long rejected() {
        return rejected;
    }

    long degraded() {
        return degraded;
    }

    @Nullable
    String firstFailure() {
        return firstFailure;
    }

    private long done() {
        return allowed + rejected + failed;
    }

    List<String> row() {
        return List.of(
                crowd.name(),
                whole(done()),
                whole(allowed),
                whole(rejected),
                whole(degraded),
                whole(failed),
                millis(50),
                millis(95),
                millis(99));
    }

    private static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private String millis(double percentile) {
        return String.format(Locale.ROOT, "%.2f", latencies.getValueAtPercentile(percentile) / 1e6);
    }

    ObjectNode json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("crowd", crowd.name())
                .put("requests", done())
                .put("allowed", allowed)
                .put("rejected", rejected)
                .put("degraded", degraded)
                .put("failed", failed)
                .putObject("latencyMillis")
                .put("p50", latencies.getValueAtPercentile(50) / 1e6)
                .put("p95", latencies.getValueAtPercentile(95) / 1e6)
                .put("p99", latencies.getValueAtPercentile(99) / 1e6);
        return json;
    }
}
