package io.weir.service;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;

/** Headers on every answer that keep browsers from guessing, framing, storing or passing on what the service says. */
final class SecurityHeaders {

    private static final AsciiString CONTENT_TYPE_OPTIONS = AsciiString.cached("x-content-type-options");
    private static final AsciiString NOSNIFF = AsciiString.cached("nosniff");
    private static final AsciiString NO_STORE = AsciiString.cached("no-store");
    private static final AsciiString REFERRER_POLICY = AsciiString.cached("referrer-policy");
    private static final AsciiString NO_REFERRER = AsciiString.cached("no-referrer");
    private static final AsciiString NOTHING = AsciiString.cached("default-src 'none'; frame-ancestors 'none'");
    private static final AsciiString OWN_FILES = AsciiString.cached(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

    private SecurityHeaders() {}

    /** For data, which is no page. */
    static void set(HttpHeaders headers) {
        set(headers, NOTHING);
    }

    /** For a page that loads files of this service and calls it. */
    static void setForPage(HttpHeaders headers) {
        set(headers, OWN_FILES);
    }

    /** For data, unless something else was said before. */
    static void addTo(HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.CONTENT_SECURITY_POLICY)) {
            set(headers);
        }
    }

    private static void set(HttpHeaders headers, AsciiString contentPolicy) {
        headers.set(CONTENT_TYPE_OPTIONS, NOSNIFF);
        headers.set(HttpHeaderNames.CACHE_CONTROL, NO_STORE);
        headers.set(REFERRER_POLICY, NO_REFERRER);
        headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, contentPolicy);
    }
}
