package io.weir.service;

import io.weir.limit.Decision;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Which of the common spellings of rate limit headers a response carries: any set of them. */
record HeaderStyle(Set<Dialect> dialects) {

    /** A way to spell limit, remaining and reset. */
    enum Dialect {
        /** {@code X-RateLimit-Limit, -Remaining, -Reset}; the reset in Unix seconds. */
        X_RATELIMIT,

        /** {@code RateLimit-Limit, -Remaining, -Reset}; the reset in seconds from now. */
        RATELIMIT,

        /** The IETF draft's {@code RateLimit-Policy} and {@code RateLimit}, structured fields by the name of the policy. */
        DRAFT
    }

    static HeaderStyle of(Set<Dialect> dialects) {
        return new HeaderStyle(dialects.isEmpty() ? EnumSet.noneOf(Dialect.class) : EnumSet.copyOf(dialects));
    }

    /** The headers for a decision on a limit of that name. */
    Map<String, String> headers(String name, CheckRequest request, Decision decision) {
        long resetAfter = Seconds.roundedUp(decision.resetAfterMicros());
        Map<String, String> headers = new LinkedHashMap<>();
        if (dialects.contains(Dialect.X_RATELIMIT)) {
            headers.put("X-RateLimit-Limit", Long.toString(decision.limit()));
            headers.put("X-RateLimit-Remaining", Long.toString(decision.remaining()));
            long resetAt = Seconds.roundedUp(decision.atMicros() + decision.resetAfterMicros());
            headers.put("X-RateLimit-Reset", Long.toString(resetAt));
        }
        if (dialects.contains(Dialect.RATELIMIT)) {
            headers.put("RateLimit-Limit", Long.toString(decision.limit()));
            headers.put("RateLimit-Remaining", Long.toString(decision.remaining()));
            headers.put("RateLimit-Reset", Long.toString(resetAfter));
        }
        if (dialects.contains(Dialect.DRAFT)) {
            long window = Seconds.roundedUp(request.charge().limit().rate().period());
            headers.put("RateLimit-Policy", '"' + name + "\";q=" + decision.limit() + ";w=" + window);
            headers.put("RateLimit", '"' + name + "\";r=" + decision.remaining() + ";t=" + resetAfter);
        }
        return headers;
    }
}
