package io.weir.guard.jwt;

import io.weir.time.TimeSource;
import java.time.Duration;

/**
 * Which tokens are accepted.
 *
 * @param issuer the {@code iss} of tokens
 * @param audience what the {@code aud} of tokens must have
 * @param longest how long a token may be valid in all
 * @param time the clock, from which that of the issuer may differ by 30 seconds
 */
public record JwtConfig(String issuer, String audience, JwtKeys keys, Duration longest, TimeSource time) {

    static final Duration SKEW = Duration.ofSeconds(30);

    private static final Duration USUAL_LONGEST = Duration.ofMinutes(15);

    public JwtConfig {
        require("issuer", issuer);
        require("audience", audience);
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("the longest life of a token must be positive, but was " + longest);
        }
    }

    private static void require(String name, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the " + name + " of tokens must not be empty");
        }
    }

    /** Tokens of this issuer for this audience, valid for 15 minutes at most. */
    public static JwtConfig of(String issuer, String audience, JwtKeys keys) {
        return new JwtConfig(issuer, audience, keys, USUAL_LONGEST, TimeSource.system());
    }

    public JwtConfig withLongest(Duration other) {
        return new JwtConfig(issuer, audience, keys, other, time);
    }

    public JwtConfig withTime(TimeSource other) {
        return new JwtConfig(issuer, audience, keys, longest, other);
    }
}
