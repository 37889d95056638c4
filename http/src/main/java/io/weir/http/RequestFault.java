package io.weir.http;

import java.util.Locale;

/** Why a request is refused because of a {@link io.weir.policy.rule.RequestLimit}. */
public enum RequestFault {
    METHOD(405),
    CONTENT_TYPE(415),
    BODY_TOO_LARGE(413),
    QUERY_TOO_LONG(414),
    TOO_MANY_HEADERS(431),

    /** Control characters or broken UTF-8 in the query, or two headers of which there can be one. */
    MALFORMED(400),

    /** A field of a form has a value that people do not see, and so cannot fill in. */
    HONEYPOT(403),

    /** The credential of the caller does not permit it. */
    INSUFFICIENT_SCOPE(403);

    private final int status;
    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    RequestFault(int status) {
        this.status = status;
    }

    /** Returns the status of the response. */
    public int status() {
        return status;
    }

    /** Returns the word in problem details, such as {@code body-too-large}. */
    public String word() {
        return word;
    }
}
