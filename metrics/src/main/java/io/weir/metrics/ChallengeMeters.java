package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.weir.policy.challenge.ChallengeOutcome;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Meters of challenges: {@code api.captcha.triggered}, {@code api.captcha.solved}, {@code api.captcha.failed} by reason, and
 * {@code guard.challenge}, the time to check an answer. Thread-safe.
 */
public final class ChallengeMeters {

    private final Counter triggered;
    private final Counter solved;
    private final Map<ChallengeOutcome, Counter> failed = new EnumMap<>(ChallengeOutcome.class);
    private final Timer checked;

    public ChallengeMeters(MeterRegistry registry) {
        this.triggered = Counter.builder("api.captcha.triggered")
                .description("Requests that were refused because a challenge has to be passed first")
                .register(registry);
        this.solved = Counter.builder("api.captcha.solved")
                .description("Answers to challenges that were right")
                .register(registry);
        for (ChallengeOutcome outcome : ChallengeOutcome.values()) {
            if (!outcome.passed()) {
                failed.put(outcome, failed(outcome, registry));
            }
        }
        this.checked = Timer.builder("guard.challenge")
                .description("The time to check an answer to a challenge")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(2))
                .register(registry);
    }

    private static Counter failed(ChallengeOutcome outcome, MeterRegistry registry) {
        return Counter.builder("api.captcha.failed")
                .description("Answers to challenges that did not pass, by the reason")
                .tag("reason", outcome.word())
                .register(registry);
    }

    /** Counts a request without an answer that is refused because of a challenge. */
    public void triggered() {
        triggered.increment();
    }

    /** Counts an answer that was checked. */
    public void answered(ChallengeOutcome outcome, Duration time) {
        checked.record(time);
        (outcome.passed() ? solved : Objects.requireNonNull(failed.get(outcome))).increment();
    }
}
