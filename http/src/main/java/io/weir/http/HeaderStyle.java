package io.weir.http;

import io.weir.http.internal.NumeralCache;
import io.weir.http.internal.Seconds;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;

/**
 * How a response tells the client its limit and when to retry.
 *
 * @param dialects the sets of rate limit headers to write; may be empty
 * @param shown the number that the headers give as the limit
 * @param jitter the largest random time added to {@code Retry-After}, so that clients that were denied together do not
 *     retry together
 */
public record HeaderStyle(Set<Dialect> dialects, Shown shown, Duration jitter) {

    /** One of the common sets of headers for limit, remaining permits and reset. */
    public enum Dialect {
        /** {@code X-RateLimit-Limit, -Remaining, -Reset}; the reset in Unix seconds. */
        X_RATELIMIT,

        /** {@code RateLimit-Limit, -Remaining, -Reset}; the reset in seconds from now. */
        RATELIMIT,

        /** {@code RateLimit-Policy} and {@code RateLimit} of the IETF draft, structured fields keyed by the rule's name. */
        DRAFT;

        private List<String> names() {
            return switch (this) {
                case X_RATELIMIT -> List.of("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset");
                case RATELIMIT -> List.of("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset");
                case DRAFT -> List.of("RateLimit-Policy", "RateLimit");
            };
        }
    }

    /** The number that the headers call the limit. */
    public enum Shown {
        /** The most permits that can be taken at once. */
        CAPACITY,

        /** The permits of one period; for a bucket this may be more or less than its capacity. */
        RATE
    }

    public static final String RETRY_AFTER = "Retry-After";

    /** {@code X-RateLimit-Limit, -Remaining, -Reset}, with the capacity as the limit and no jitter. */
    public static final HeaderStyle USUAL = of(Set.of(Dialect.X_RATELIMIT));

    public HeaderStyle {
        dialects = dialects.isEmpty() ? EnumSet.noneOf(Dialect.class) : EnumSet.copyOf(dialects);
    }

    /** Returns a style with these dialects, the capacity as the limit and no jitter. */
    public static HeaderStyle of(Set<Dialect> dialects) {
        return new HeaderStyle(dialects, Shown.CAPACITY, Duration.ZERO);
    }

    /** Returns the names of all headers that this style may write, {@code Retry-After} included. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        dialects.forEach(dialect -> names.addAll(dialect.names()));
        names.add(RETRY_AFTER);
        return names;
    }

    /**
     * Adds the headers for a decision on a limit.
     *
     * @param headers accepts each header as name and value
     * @param name the name of the limit, which only the draft dialect writes
     */
    public void addTo(BiConsumer<String, String> headers, String name, Limit limit, Decision decision) {
        String most = NumeralCache.of(shown == Shown.RATE ? limit.rate().permits() : decision.limit());
        String remaining = NumeralCache.of(decision.remaining());
        long resetAfterMicros = decision.resetAfterMicros();
        if (dialects.contains(Dialect.X_RATELIMIT)) {
            long resetAt = Seconds.roundedUp(decision.atMicros() + resetAfterMicros);
            headers.accept("X-RateLimit-Limit", most);
            headers.accept("X-RateLimit-Remaining", remaining);
            headers.accept("X-RateLimit-Reset", NumeralCache.of(resetAt));
        }
        long resetAfter = Seconds.roundedUp(resetAfterMicros);
        if (dialects.contains(Dialect.RATELIMIT)) {
            headers.accept("RateLimit-Limit", most);
            headers.accept("RateLimit-Remaining", remaining);
            headers.accept("RateLimit-Reset", NumeralCache.of(resetAfter));
        }
        if (dialects.contains(Dialect.DRAFT)) {
            long window = Seconds.roundedUp(limit.rate().period());
            headers.accept("RateLimit-Policy", '"' + name + "\";q=" + most + ";w=" + window);
            headers.accept("RateLimit", '"' + name + "\";r=" + remaining + ";t=" + resetAfter);
        }
    }

    /** Returns the value of {@code Retry-After}: the wait rounded up to whole seconds, plus random jitter. */
    public long retryAfterSeconds(long micros) {
        return Seconds.roundedUp(micros) + ThreadLocalRandom.current().nextLong(jitter.toSeconds() + 1);
    }
}
