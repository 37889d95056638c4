package io.weir.service;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a response says what the limit is and when to come back.
 *
 * @param dialects the common spellings of rate limit headers it carries: any set of them
 * @param shown what the headers give as the limit
 * @param jitter by how much, at most, {@code Retry-After} is longer than it need be, so that those who were refused
 *     together do not come back together
 */
record HeaderStyle(Set<Dialect> dialects, Shown shown, Duration jitter) {

    /** A way to spell limit, remaining and reset. */
    enum Dialect {
        /** {@code X-RateLimit-Limit, -Remaining, -Reset}; the reset in Unix seconds. */
        X_RATELIMIT,

        /** {@code RateLimit-Limit, -Remaining, -Reset}; the reset in seconds from now. */
        RATELIMIT,

        /** The IETF draft's {@code RateLimit-Policy} and {@code RateLimit}, structured fields by the name of the policy. */
        DRAFT
    }

    /** The number that is called the limit. */
    enum Shown {
        /** The most that can be had at once. */
        CAPACITY,

        /** The permits of one period, which for a bucket may be more or less than it holds. */
        RATE
    }

    private static final AsciiString X_LIMIT = AsciiString.cached("X-RateLimit-Limit");
    private static final AsciiString X_REMAINING = AsciiString.cached("X-RateLimit-Remaining");
    private static final AsciiString X_RESET = AsciiString.cached("X-RateLimit-Reset");
    private static final AsciiString LIMIT = AsciiString.cached("RateLimit-Limit");
    private static final AsciiString REMAINING = AsciiString.cached("RateLimit-Remaining");
    private static final AsciiString RESET = AsciiString.cached("RateLimit-Reset");
    private static final AsciiString POLICY = AsciiString.cached("RateLimit-Policy");
    private static final AsciiString STATE = AsciiString.cached("RateLimit");

    HeaderStyle {
        dialects = dialects.isEmpty() ? EnumSet.noneOf(Dialect.class) : EnumSet.copyOf(dialects);
    }

    /** Those dialects, with the capacity as the limit and no jitter. */
    static HeaderStyle of(Set<Dialect> dialects) {
        return new HeaderStyle(dialects, Shown.CAPACITY, Duration.ZERO);
    }

    /** Adds the headers for a decision on that limit, which is known by the name of its algorithm. */
    void addTo(HttpHeaders headers, Limit limit, Decision decision) {
        String most = Long.toString(shown == Shown.RATE ? limit.rate().permits() : decision.limit());
        String remaining = Long.toString(decision.remaining());
        if (dialects.contains(Dialect.X_RATELIMIT)) {
            long resetAt = Seconds.roundedUp(decision.atMicros() + decision.resetAfterMicros());
            headers.set(X_LIMIT, most).set(X_REMAINING, remaining).set(X_RESET, Long.toString(resetAt));
        }
        long resetAfter = Seconds.roundedUp(decision.resetAfterMicros());
        if (dialects.contains(Dialect.RATELIMIT)) {
            headers.set(LIMIT, most).set(REMAINING, remaining).set(RESET, Long.toString(resetAfter));
        }
        if (dialects.contains(Dialect.DRAFT)) {
            String name = '"' + limit.algorithm().yamlName() + '"';
            long window = Seconds.roundedUp(limit.rate().period());
            headers.set(POLICY, name + ";q=" + most + ";w=" + window);
            headers.set(STATE, name + ";r=" + remaining + ";t=" + resetAfter);
        }
    }

    /** Adds when to come back: never too early, with jitter later. */
    void addRetryAfter(HttpHeaders headers, Decision denied) {
        long later = ThreadLocalRandom.current().nextLong(jitter.toSeconds() + 1);
        headers.set(HttpHeaderNames.RETRY_AFTER, Long.toString(Seconds.roundedUp(denied.retryAfterMicros()) + later));
    }
}
