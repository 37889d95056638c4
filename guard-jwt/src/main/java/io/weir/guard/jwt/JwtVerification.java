package io.weir.guard.jwt;

import java.util.Optional;

/**
 * The result of verifying a token.
 *
 * @param claims what the token says, only if it is valid
 */
public record JwtVerification(JwtCode code, Optional<JwtClaims> claims) {

    static JwtVerification valid(JwtClaims claims) {
        return new JwtVerification(JwtCode.VALID, Optional.of(claims));
    }

    static JwtVerification refused(JwtCode code) {
        return new JwtVerification(code, Optional.empty());
    }

    public boolean isValid() {
        return code == JwtCode.VALID;
    }
}
