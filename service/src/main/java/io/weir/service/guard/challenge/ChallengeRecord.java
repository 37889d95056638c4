package io.weir.service.guard.challenge;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.http.ChallengeListener;
import io.weir.metrics.ChallengeMeters;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import io.weir.service.guard.OpenGuard;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.bot.BotScores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Counts challenges, records answers that do not pass, and lets the scores of bots know of those that do. */
final class ChallengeRecord implements ChallengeListener {

    private final ChallengeMeters meters;
    private final ServiceGuard guard;
    private final BotScores bots;

    ChallengeRecord(MeterRegistry registry, ServiceGuard guard, BotScores bots) {
        this.meters = new ChallengeMeters(registry);
        this.guard = guard;
        this.bots = bots;
    }

    @Override
    public void triggered(Verdict verdict) {
        meters.triggered();
    }

    @Override
    public void answered(Request request, ChallengeOutcome outcome, long micros) {
        meters.answered(outcome, Duration.of(micros, ChronoUnit.MICROS));
        if (outcome.passed()) {
            bots.passedChallenge(request);
        } else {
            guard.opened().ifPresent(open -> open.trail().record(failed(request, outcome, open)));
        }
    }

    private static AuditEvent failed(Request request, ChallengeOutcome outcome, OpenGuard open) {
        boolean isDown = outcome == ChallengeOutcome.PROVIDER_DOWN;
        String sender = request.address().map(open.pseudonyms()::address).orElse("unknown");
        return AuditEvent.of(
                        Instant.now(),
                        isDown ? AuditKind.CHALLENGE_PROVIDER_DOWN : AuditKind.CHALLENGE_FAILED,
                        sender,
                        "challenge")
                .withOutcome(isDown ? AuditOutcome.FAILED : AuditOutcome.DENIED)
                .withDetail("reason", outcome.word());
    }
}
