package io.weir.guard.jwt;

import java.util.Locale;

/** The result of verifying a token. */
public enum JwtCode {
    VALID,

    /** No signed token at all: not three parts, not JSON, longer than 8,192 characters, or a claim of the wrong type. */
    MALFORMED,

    /** Of an algorithm or type that is not accepted, or with a header that must be understood and is not. */
    UNSUPPORTED,

    /** Signed with a key that the issuer does not have (any more). */
    UNKNOWN_KEY,

    BAD_SIGNATURE,
    EXPIRED,
    NOT_YET_VALID,
    WRONG_ISSUER,
    WRONG_AUDIENCE,

    /** Without a subject, an expiry or an instant of issue. */
    INCOMPLETE,

    /** Valid for longer than tokens may be. */
    TOO_LONG_LIVED,

    /** The issuer's keys have never been read, because its server cannot be reached. */
    UNAVAILABLE;

    /** The word in JSON and meters. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
