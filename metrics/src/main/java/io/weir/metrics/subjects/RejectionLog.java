package io.weir.metrics.subjects;

import io.weir.RateLimiter;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Ruling;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.Observed;
import io.weir.time.TimeSource;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Writes a sample of the denials to a log: for each rule a few at once, then one in ten seconds, however many there
 * are. The last denials are kept too, see {@link #recent}. Thread-safe.
 */
public final class RejectionLog implements DecisionListener {

    private static final Limit LINES = Limit.parse("6/min burst 3");
    private static final long STORE_BYTES = 1_000_000;

    /**
     * A logged denial.
     *
     * @param rule the rule that denied it for longest
     * @param subject the counted subject, by its name for logs
     * @param unsaid how many denials of all rules were not logged since the last logged one
     */
    public record Rejection(String rule, String subject, long retryAfterSeconds, boolean degraded, long unsaid) {

        /** Returns the log line. */
        @Override
        public String toString() {
            return "denied rule=" + rule + " subject=" + subject + " retry_after=" + retryAfterSeconds + "s"
                    + (degraded ? " degraded=true" : "")
                    + (unsaid == 0 ? "" : " (and " + unsaid + " more since the last line)");
        }
    }

    private final SubjectNames names;
    private final Consumer<Rejection> log;
    private final RateLimiter lines;
    private final LongAdder unsaid = new LongAdder();
    private final RecentDenials recent;

    /** Creates a log that is written on the thread of the verdict. */
    public RejectionLog(SubjectNames names, Consumer<Rejection> log) {
        this(names, log, TimeSource.system());
    }

    RejectionLog(SubjectNames names, Consumer<Rejection> log, TimeSource time) {
        this.names = names;
        this.log = log;
        this.lines = RateLimiter.of(LINES, new MemoryStore(time, STORE_BYTES));
        this.recent = new RecentDenials(time);
    }

    /** Returns the last denials, including those that were not logged. */
    public RecentDenials recent() {
        return recent;
    }

    @Override
    public void decided(Observed request) {
        if (!request.allowed()) {
            request.decidedBy().ifPresent(this::denied);
        }
    }

    private void denied(Ruling ruling) {
        recent.add(ruling.rule(), ruling.subject(), ruling.decision());
        if (isLogged(ruling.rule())) {
            log(ruling.rule(), ruling.subject(), ruling.decision());
        }
    }

    private boolean isLogged(String rule) {
        boolean logged = lines.tryAcquire(rule).allowed();
        if (!logged) {
            unsaid.increment();
        }
        return logged;
    }

    private void log(String rule, Subject subject, Decision decision) {
        log.accept(new Rejection(
                rule,
                names.of(subject.toString()),
                (decision.retryAfterMicros() + 999_999) / 1_000_000,
                decision.degraded(),
                unsaid.sumThenReset()));
    }
}
