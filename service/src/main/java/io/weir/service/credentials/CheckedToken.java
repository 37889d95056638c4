package io.weir.service.credentials;

import io.weir.guard.jwt.JwtClaims;
import io.weir.guard.jwt.JwtCode;
import io.weir.guard.jwt.JwtVerification;
import java.util.Optional;

/**
 * What was found about a token.
 *
 * @param claims what the token says, only if it is valid
 */
record CheckedToken(CheckedCredential credential, Optional<JwtClaims> claims) {

    static final CheckedToken UNAVAILABLE = refused(JwtCode.UNAVAILABLE.text(), Standing.UNAVAILABLE);
    static final CheckedToken NOT_VERIFIED = refused(Standing.NOT_VERIFIED.text(), Standing.NOT_VERIFIED);

    static CheckedToken of(JwtVerification found) {
        Standing standing = switch (found.code()) {
            case VALID -> Standing.VALID;
            case UNAVAILABLE -> Standing.UNAVAILABLE;
            case EXPIRED -> Standing.EXPIRED;
            case MALFORMED,
                    UNSUPPORTED,
                    UNKNOWN_KEY,
                    BAD_SIGNATURE,
                    NOT_YET_VALID,
                    WRONG_ISSUER,
                    WRONG_AUDIENCE,
                    INCOMPLETE,
                    TOO_LONG_LIVED -> Standing.FORGED;
        };
        return new CheckedToken(credential(found.code().text(), standing), found.claims());
    }

    private static CheckedToken refused(String code, Standing standing) {
        return new CheckedToken(credential(code, standing), Optional.empty());
    }

    private static CheckedCredential credential(String code, Standing standing) {
        return new CheckedCredential(CheckedCredential.Kind.BEARER, code, standing);
    }
}
