package io.weir.benchmarks.siege.probe;

import io.weir.benchmarks.siege.probe.AnswerReader.Answer;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts the responses to a probe. Thread-safe while it is filled. */
public final class ProbeTally {

    private final Histogram micros = new Histogram(3);
    private long unanswered;
    private long admitted;
    private long degraded;
    private long errors;
    private long firstDue = Long.MAX_VALUE;
    private long lastAnswer = Long.MIN_VALUE;

    public synchronized void add(long dueNanos, @Nullable Answer answer) {
        long now = System.nanoTime();
        firstDue = Math.min(firstDue, dueNanos);
        if (answer == null) {
            unanswered++;
            micros.recordValue(Probe.LONGEST_WAIT.toNanos() / 1_000);
            return;
        }
        lastAnswer = Math.max(lastAnswer, now);
        micros.recordValue(Math.max(0, now - dueNanos) / 1_000);
        admitted += answer.status() == 200 ? 1 : 0;
        degraded += answer.degraded() ? 1 : 0;
        errors += answer.status() == 200 || answer.status() == 429 ? 0 : 1;
    }

    /** Combines two tallies, for two nodes that were probed at the same time. */
    public ProbeTally and(ProbeTally other) {
        ProbeTally both = new ProbeTally();
        for (ProbeTally each : new ProbeTally[] {this, other}) {
            both.micros.add(each.micros);
            both.unanswered += each.unanswered;
            both.admitted += each.admitted;
            both.degraded += each.degraded;
            both.errors += each.errors;
            both.firstDue = Math.min(both.firstDue, each.firstDue);
            both.lastAnswer = Math.max(both.lastAnswer, each.lastAnswer);
        }
        return both;
    }

    public long asked() {
        return micros.getTotalCount();
    }

    public long unanswered() {
        return unanswered;
    }

    public long admitted() {
        return admitted;
    }

    public long degraded() {
        return degraded;
    }

    /** The responses that are neither 200 nor 429. */
    public long errors() {
        return errors;
    }

    /** The time from the first check to the last response, by the clock of this process. */
    public double seconds() {
        return (lastAnswer - firstDue) / 1e9;
    }

    private double millis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }

    /** The p50 and p99 in milliseconds. */
    public String latency() {
        return millisText(millis(50)) + " / " + millisText(millis(99));
    }

    private static String millisText(double millis) {
        boolean none = millis >= Probe.LONGEST_WAIT.toMillis() * 0.999;
        String format = millis >= 100 ? "%,.0f" : millis >= 10 ? "%.1f" : "%.2f";
        return none ? "no answer" : String.format(Locale.ROOT, format, millis);
    }

    /** The p50 and p99 as multiples of those of another tally. */
    public String times(ProbeTally idle) {
        return String.format(Locale.ROOT, "%,.1f / %,.1f", millis(50) / idle.millis(50), millis(99) / idle.millis(99));
    }
}
