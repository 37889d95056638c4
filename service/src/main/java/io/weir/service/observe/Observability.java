package io.weir.service.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.metrics.BypassAttempts;
import io.weir.metrics.GateMeters;
import io.weir.metrics.subjects.DecisionListener;
import io.weir.metrics.subjects.RejectionLog;
import io.weir.metrics.subjects.RejectionLog.Rejection;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.policy.Gate;
import io.weir.policy.GateListener;
import io.weir.policy.Verdict;
import io.weir.policy.spi.Observed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects everything that operators see of decisions: meters, the hottest subjects, lines in the log, and spans. The settings say
 * how subjects are named.
 */
public record Observability(
        BypassAttempts attempts, TopSubjects subjects, RejectionLog rejections, GateMeters meters, Tracing tracing)
        implements DecisionListener, AutoCloseable {

    /** The observers of the gate, because its decisions are what is logged. */
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    public static Observability of(MeterRegistry registry, ObserveSettings settings) {
        TopSubjects subjects = new TopSubjects(settings.subjects());
        subjects.bindTo(registry);
        return new Observability(
                new BypassAttempts(registry),
                subjects,
                new RejectionLog(settings.subjects(), Observability::log),
                new GateMeters(registry),
                new Tracing(settings.traces()));
    }

    private static void log(Rejection rejection) {
        LOG.atInfo()
                .addKeyValue("rule", rejection.rule())
                .addKeyValue("subject", rejection.subject())
                .addKeyValue("retry_after_seconds", rejection.retryAfterSeconds())
                .log(rejection.toString());
    }

    public GateListener ofGate() {
        return meters.and(this);
    }

    @Override
    public void decided(Observed request) {
        subjects.decided(request);
        rejections.decided(request);
    }

    @Override
    public void judged(Verdict verdict) {
        decided(verdict);
        if (LOG.isDebugEnabled() && verdict.allowed()) {
            verdict.tightest()
                    .ifPresent(ruling -> LOG.debug(
                            "allowed rule={} subject={} remaining={}",
                            ruling.rule(),
                            subjects.names().of(ruling.subject().toString()),
                            ruling.decision().remaining()));
        }
    }

    @Override
    public void close() {
        tracing.close();
    }
}
