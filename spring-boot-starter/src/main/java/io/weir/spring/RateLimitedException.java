package io.weir.spring;

import io.weir.http.Reply;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.time.Duration;

/** A call of a {@link RateLimited} method was one too many. */
public final class RateLimitedException extends RuntimeException {

    private final transient Verdict verdict;
    private final transient Reply reply;

    /** @param told the verdict with names that callers may see, since messages of exceptions end up in responses */
    RateLimitedException(Verdict verdict, Verdict told, Reply reply) {
        super(told.decidedBy()
                .map(Ruling::rule)
                .map(rule -> "rule " + rule + " allows no more for now")
                .orElse("denied"));
        this.verdict = verdict;
        this.reply = reply;
    }

    public Verdict verdict() {
        return verdict;
    }

    public Duration retryAfter() {
        return verdict.decidedBy().map(ruling -> ruling.decision().retryAfter()).orElse(Duration.ZERO);
    }

    /** What an HTTP caller is told. */
    Reply reply() {
        return reply;
    }
}
