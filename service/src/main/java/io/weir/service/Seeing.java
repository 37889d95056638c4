package io.weir.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.metrics.BypassAttempts;
import io.weir.metrics.GateMeters;
import io.weir.metrics.RejectionLog;
import io.weir.metrics.RejectionLog.Rejection;
import io.weir.metrics.TopSubjects;
import io.weir.policy.Gate;
import io.weir.policy.GateListener;
import io.weir.policy.Subject;
import io.weir.policy.Verdict;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators see of decisions: meters, the hottest subjects, lines in the log, and spans. Subjects are named as the settings say. */
record Seeing(
        BypassAttempts attempts, TopSubjects subjects, RejectionLog rejections, GateMeters meters, Tracing tracing)
        implements AutoCloseable {

    /** Of the gate, since what it lets through and what it denies is what is logged. */
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    static Seeing of(MeterRegistry registry, SeeingSettings settings) {
        TopSubjects subjects = new TopSubjects(settings.subjects());
        subjects.bindTo(registry);
        return new Seeing(
                new BypassAttempts(registry),
                subjects,
                new RejectionLog(settings.subjects(), Seeing::log),
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

    GateListener ofGate() {
        return meters.and(subjects).and(rejections).and(this::logAllowed);
    }

    private void logAllowed(Verdict verdict) {
        if (LOG.isDebugEnabled() && verdict.allowed()) {
            verdict.tightest().ifPresent(ruling -> logAllowed(ruling.rule(), ruling.subject(), ruling.decision()));
        }
    }

    private void logAllowed(String rule, Subject subject, Decision decision) {
        LOG.debug(
                "allowed rule={} subject={} remaining={}",
                rule,
                subjects.names().of(subject.toString()),
                decision.remaining());
    }

    /** A key was checked by a default limit. */
    void byDefault(String key, Limit limit, Decision decision) {
        Supplier<Subject> subject = () -> new Subject("key", key);
        subjects.saw(subject, decision.allowed());
        if (!decision.allowed()) {
            rejections.denied(limit.algorithm().yamlName(), subject.get(), decision);
        } else if (LOG.isDebugEnabled()) {
            logAllowed(limit.algorithm().yamlName(), subject.get(), decision);
        }
    }

    @Override
    public void close() {
        tracing.close();
    }
}
