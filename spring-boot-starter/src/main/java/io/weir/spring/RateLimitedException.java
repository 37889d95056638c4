package io.weir.spring;

import io.weir.http.Refusal;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Thrown when a call of a {@link RateLimited} method is denied. */
public final class RateLimitedException extends RuntimeException {

    private final transient Verdict verdict;
    private final transient Refusal refusal;

    /**
     * Created by the starter only.
     *
     * @param verdict the verdict with the rule's full name
     * @param shown the verdict with names that clients may see, since messages of exceptions end up in responses
     * @param refusal the response for an HTTP client
     */
    public RateLimitedException(Verdict verdict, Verdict shown, Refusal refusal) {
        super(shown.decidedBy()
                .map(Ruling::rule)
                .map(rule -> "rule " + rule + " allows no more for now")
                .orElse("denied"));
        this.verdict = verdict;
        this.refusal = refusal;
    }

    public Verdict verdict() {
        return verdict;
    }

    public Duration retryAfter() {
        return Duration.of(verdict.retryAfterMicros(), ChronoUnit.MICROS);
    }

    /** The response that an HTTP client gets if the application does not handle this exception itself. */
    public Refusal refusal() {
        return refusal;
    }
}
