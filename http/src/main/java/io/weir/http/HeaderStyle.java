package io.weir.http;

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
 * How a response says what the limit is and when to come back.
 *
 * @param dialects the common spellings of rate limit headers it carries: any set of them
 * @param shown what the headers give as the limit
 * @param jitter by how much, at most, {@code Retry-After} is longer than it need be, so that those who were refused
 *     together do not come back together
 */
public record HeaderStyle(Set<Dialect> dialects, Shown shown, Duration jitter) {

    /** A way to spell limit, remaining and reset. */
    public enum Dialect {
        /** {@code X-RateLimit-Limit, -Remaining, -Reset}; the reset in Unix seconds. */
        X_RATELIMIT,

        /** {@code RateLimit-Limit, -Remaining, -Reset}; the reset in seconds from now. */
        RATELIMIT,

        /** The IETF draft's {@code RateLimit-Policy} and {@code RateLimit}, structured fields by the name of the policy. */
        DRAFT;

        private List<String> names() {
            return switch (this) {
                case X_RATELIMIT -> List.of("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset");
                case RATELIMIT -> List.of("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset");
                case DRAFT -> List.of("RateLimit-Policy", "RateLimit");
            };
        }
    }

    /** The number that is called the limit. */
    public enum Shown {
        /** The most that can be had at once. */
        CAPACITY,

        /** The permits of one period, which for a bucket may be more or less than it holds. */
        RATE
    }

    public static final String RETRY_AFTER = "Retry-After";

    /** {@code X-RateLimit-Limit, -Remaining, -Reset}, with the capacity as the limit and no jitter. */
    public static final HeaderStyle USUAL = of(Set.of(Dialect.X_RATELIMIT));

    public HeaderStyle {
        dialects = dialects.isEmpty() ? EnumSet.noneOf(Dialect.class) : EnumSet.copyOf(dialects);
    }

    /** Those dialects, with the capacity as the limit and no jitter. */
    public static HeaderStyle of(Set<Dialect> dialects) {
        return new HeaderStyle(dialects, Shown.CAPACITY, Duration.ZERO);
    }

    /** The names of all headers that it writes. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        dialects.forEach(dialect -> names.addAll(dialect.names()));
        names.add(RETRY_AFTER);
        return names;
    }

    /** Adds the headers for a decision on that limit, by name and value; the draft dialect calls the limit by its name. */
    public void addTo(BiConsumer<String, String> headers, String name, Limit limit, Decision decision) {
        String most = Numerals.of(shown == Shown.RATE ? limit.rate().permits() : decision.limit());
        String remaining = Numerals.of(decision.remaining());
        long resetAfterMicros = decision.resetAfterMicros();
        if (dialects.contains(Dialect.X_RATELIMIT)) {
            long resetAt = Seconds.roundedUp(decision.atMicros() + resetAfterMicros);
            headers.accept("X-RateLimit-Limit", most);
            headers.accept("X-RateLimit-Remaining", remaining);
            headers.accept("X-RateLimit-Reset", Numerals.of(resetAt));
        }
        long resetAfter = Seconds.roundedUp(resetAfterMicros);
        if (dialects.contains(Dialect.RATELIMIT)) {
            headers.accept("RateLimit-Limit", most);
            headers.accept("RateLimit-Remaining", remaining);
            headers.accept("RateLimit-Reset", Numerals.of(resetAfter));
        }
        if (dialects.contains(Dialect.DRAFT)) {
            long window = Seconds.roundedUp(limit.rate().period());
            headers.accept("RateLimit-Policy", '"' + name + "\";q=" + most + ";w=" + window);
            headers.accept("RateLimit", '"' + name + "\";r=" + remaining + ";t=" + resetAfter);
        }
    }

    /** When to come back: never too early, with jitter later. */
    public long retryAfterSeconds(long micros) {
        return Seconds.roundedUp(micros) + ThreadLocalRandom.current().nextLong(jitter.toSeconds() + 1);
    }
}
