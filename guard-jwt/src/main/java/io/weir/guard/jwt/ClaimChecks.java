package io.weir.guard.jwt;

import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether the claims of a genuine token are for this API, now. */
final class ClaimChecks {

    private static final String TIER = "tier";
    private static final String TENANT = "tenant";
    private static final List<String> SCOPES = List.of("scope", "scp");
    private static final int LONGEST_SUBJECT = 255;

    private final JwtConfig config;

    ClaimChecks(JwtConfig config) {
        this.config = config;
    }

    JwtVerification check(JWTClaimsSet claims, Instant now) throws ParseException {
        JwtCode code = code(claims, now);
        return code == JwtCode.VALID ? JwtVerification.valid(read(claims)) : JwtVerification.refused(code);
    }

    private JwtCode code(JWTClaimsSet claims, Instant now) {
        if (!config.issuer().equals(claims.getIssuer())) {
            return JwtCode.WRONG_ISSUER;
        }
        if (!claims.getAudience().contains(config.audience())) {
            return JwtCode.WRONG_AUDIENCE;
        }
        Instant expires = instant(claims.getExpirationTime());
        Instant issued = instant(claims.getIssueTime());
        Instant begins = instant(claims.getNotBeforeTime());
        if (!isSubject(claims.getSubject()) || expires == null || issued == null) {
            return JwtCode.INCOMPLETE;
        }
        if (!now.isBefore(expires.plus(JwtConfig.SKEW))) {
            return JwtCode.EXPIRED;
        }
        Instant soon = now.plus(JwtConfig.SKEW);
        if (issued.isAfter(soon) || (begins != null && begins.isAfter(soon))) {
            return JwtCode.NOT_YET_VALID;
        }
        return Duration.between(issued, expires).compareTo(config.longest()) > 0
                ? JwtCode.TOO_LONG_LIVED
                : JwtCode.VALID;
    }

    private static boolean isSubject(@Nullable String subject) {
        return subject != null && !subject.isBlank() && subject.length() <= LONGEST_SUBJECT;
    }

    private static @Nullable Instant instant(@Nullable Date date) {
        return date == null ? null : date.toInstant();
    }

    private static JwtClaims read(JWTClaimsSet claims) throws ParseException {
        Map<String, String> others = new TreeMap<>();
        claims.getClaims().forEach((name, value) -> {
            if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                others.put(name, value.toString());
            }
        });
        return new JwtClaims(
                claims.getSubject(),
                Optional.ofNullable(claims.getStringClaim(TIER)),
                Optional.ofNullable(claims.getStringClaim(TENANT)),
                scopes(claims),
                claims.getExpirationTime().toInstant(),
                others);
    }

    /** A text with spaces, or a list. */
    private static Set<String> scopes(JWTClaimsSet claims) throws ParseException {
        Set<String> scopes = new TreeSet<>();
        for (String name : SCOPES) {
            if (claims.getClaim(name) instanceof String text) {
                scopes.addAll(List.of(text.strip().split("\\s+", -1)));
            } else if (claims.getClaim(name) != null) {
                scopes.addAll(claims.getStringListClaim(name));
            }
        }
        scopes.remove("");
        return scopes;
    }
}
