package io.weir.testkit.captcha;

/** What is wrong with the replies of a provider. */
public enum ReplyFault {
    NONE,

    /** No reply until the fault is another one. */
    SLOW,

    /** The connection is closed in the middle of the body. */
    CUT,
    STATUS_500,

    /** To the same provider, where the question would succeed. */
    REDIRECT,

    /** A megabyte of blanks before the reply. */
    HUGE,

    /** The reply compressed, although nobody asked for that. */
    GZIP,
    NO_JSON,

    /** The error code {@code internal-error}. */
    INTERNAL_ERROR
}
