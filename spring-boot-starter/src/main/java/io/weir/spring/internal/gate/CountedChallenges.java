package io.weir.spring.internal.gate;

import io.weir.http.ChallengeListener;
import io.weir.metrics.ChallengeMeters;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Counts challenges in the application's meters. */
record CountedChallenges(ChallengeMeters meters) implements ChallengeListener {

    @Override
    public void triggered(Verdict verdict) {
        meters.triggered();
    }

    @Override
    public void answered(Request request, ChallengeOutcome outcome, long micros) {
        meters.answered(outcome, Duration.of(micros, ChronoUnit.MICROS));
    }
}
