package io.weir.guard.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.RemoteKeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.ImmutableSecret;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.BadJWSException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.Closeable;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Verifies tokens. A token is accepted only if the issuer signed it, with an accepted algorithm, for this audience, for no longer
 * than tokens may live, and if it has begun and not expired. Thread-safe.
 *
 * <p>The issuer's keys are read every five minutes, and when a token names an unknown key, at most twice in 30 seconds. While
 * the issuer's server is away, the known keys are used for four hours.
 */
public final class JwtVerifier implements AutoCloseable {

    private static final int LONGEST_TOKEN = 8_192;
    private static final long CACHED_MILLIS = Duration.ofMinutes(5).toMillis();
    private static final long REFRESH_TIMEOUT_MILLIS = Duration.ofSeconds(5).toMillis();
    private static final long REFRESHED_AHEAD_MILLIS = Duration.ofSeconds(30).toMillis();
    private static final long FETCHED_EVERY_MILLIS = Duration.ofSeconds(30).toMillis();
    private static final long KEPT_IN_OUTAGE_MILLIS = Duration.ofHours(4).toMillis();

    private final JwtConfig config;
    private final JWKSource<SecurityContext> keys;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final Set<JWSAlgorithm> algorithms;
    private final ClaimChecks checks;
    private final RecentTokens recent = new RecentTokens();

    /** Whether the issuer's keys were read at least once. */
    private volatile boolean keysRead;

    private JwtVerifier(JwtConfig config) {
        this.config = config;
        this.checks = new ClaimChecks(config);
        this.keys = source(config.keys());
        this.algorithms =
                config.keys().algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet());
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, this::keys));
        Set<@Nullable JOSEObjectType> types = new HashSet<>();
        types.add(JOSEObjectType.JWT);
        types.add(new JOSEObjectType("at+jwt"));
        types.add(null);
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(types));
        // The claims are checked by ClaimChecks, which says what is wrong.
        processor.setJWTClaimsSetVerifier((claims, context) -> {});
    }

    /** The keys are read when the first token comes. */
    public static JwtVerifier of(JwtConfig config) {
        return new JwtVerifier(config);
    }

    private static JWKSource<SecurityContext> source(JwtKeys keys) {
        if (keys instanceof JwtKeys.Published published) {
            return source(published);
        }
        return new ImmutableSecret<>(((JwtKeys.Shared) keys).secret().getBytes(StandardCharsets.UTF_8));
    }

    private static JWKSource<SecurityContext> source(JwtKeys.Published published) {
        try {
            return JWKSourceBuilder.<SecurityContext>create(published.jwks().toURL(), new JwksRetriever())
                    .cache(CACHED_MILLIS, REFRESH_TIMEOUT_MILLIS)
                    .refreshAheadCache(REFRESHED_AHEAD_MILLIS, false)
                    .rateLimited(FETCHED_EVERY_MILLIS)
                    .outageTolerant(KEPT_IN_OUTAGE_MILLIS)
                    .build();
        } catch (MalformedURLException unreadable) {
            throw new IllegalArgumentException(
                    "Cannot read the URL of the issuer's keys " + published.jwks(), unreadable);
        }
    }

    private List<JWK> keys(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        List<JWK> found = keys.get(selector, context);
        keysRead = true;
        return found;
    }

    /** Reads the issuer's keys before the first token comes, and returns why they cannot be read. May wait a few seconds. */
    public Optional<String> prepare() {
        try {
            keys(new JWKSelector(new JWKMatcher.Builder().build()), null);
            return Optional.empty();
        } catch (KeySourceException unreadable) {
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
    }

    /**
     * Returns what is known of a token without verifying a signature: that it has no form of a token, or that it was verified
     * within the last minute. Never waits.
     */
    public Optional<JwtVerification> known(String token) {
        return isReadable(token)
                ? Optional.ofNullable(recent.find(digest(token), config.time().nowMicros()))
                : Optional.of(JwtVerification.refused(JwtCode.MALFORMED));
    }

    /** May wait a few seconds for the issuer's server, when its keys are not known. */
    public JwtVerification verify(String token) {
        if (!isReadable(token)) {
            return JwtVerification.refused(JwtCode.MALFORMED);
        }
        long nowMicros = config.time().nowMicros();
        byte[] digest = digest(token);
        JwtVerification known = recent.find(digest, nowMicros);
        if (known != null) {
            return known;
        }
        Instant now = Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS);
        JwtVerification found = verify(token, now);
        if (found.isValid()) {
            recent.rememberValid(digest, found, nowMicros);
        } else if (found.code() == JwtCode.EXPIRED) {
            recent.rememberExpired(digest, found, nowMicros);
        }
        return found;
    }

    private static boolean isReadable(String token) {
        return token.length() <= LONGEST_TOKEN && hasThreeParts(token);
    }

    /** The decoder of the library skips characters that it does not know, so one token could be written in many ways. */
    private static boolean hasThreeParts(String token) {
        int points = 0;
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (c == '.') {
                points++;
            } else if (!letter && (c < '0' || c > '9') && c != '-' && c != '_') {
                return false;
            }
        }
        return points == 2;
    }

    private JwtVerification verify(String token, Instant now) {
        try {
            SignedJWT signed = SignedJWT.parse(token);
            if (!algorithms.contains(signed.getHeader().getAlgorithm())) {
                return JwtVerification.refused(JwtCode.UNSUPPORTED);
            }
            // Throws for claims that cannot be read, which the processor would call a bad signature.
            JWTClaimsSet claims = signed.getJWTClaimsSet();
            processor.process(signed, null);
            return checks.check(claims, now);
        } catch (ParseException | IllegalArgumentException unreadable) {
            return JwtVerification.refused(JwtCode.MALFORMED);
        } catch (BadJOSEException refused) {
            return JwtVerification.refused(code(refused));
        } catch (JOSEException unverifiable) {
            return JwtVerification.refused(code(unverifiable));
        }
    }

    private static JwtCode code(BadJOSEException refused) {
        String message = String.valueOf(refused.getMessage());
        if (message.contains("no matching key")) {
            return JwtCode.UNKNOWN_KEY;
        }
        return refused instanceof BadJWSException && message.contains("Invalid signature")
                ? JwtCode.BAD_SIGNATURE
                : JwtCode.UNSUPPORTED;
    }

    /** As long as no keys were read, a token cannot be told from a forged one, whatever keeps the keys from being read. */
    private JwtCode code(JOSEException unverifiable) {
        if (unverifiable instanceof JWKSetUnavailableException
                || unverifiable instanceof RemoteKeySourceException
                || (unverifiable instanceof RateLimitReachedException && !keysRead)) {
            return JwtCode.UNAVAILABLE;
        }
        return unverifiable instanceof KeySourceException ? JwtCode.UNKNOWN_KEY : JwtCode.UNSUPPORTED;
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    @Override
    public void close() throws IOException {
        if (keys instanceof Closeable closeable) {
            closeable.close();
        }
    }
}
