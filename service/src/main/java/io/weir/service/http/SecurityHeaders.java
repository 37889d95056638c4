package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;

/** Headers on every response that keep browsers from guessing its type, framing it, storing it or passing it on. */
public final class SecurityHeaders {

    private static final AsciiString CONTENT_TYPE_OPTIONS = AsciiString.cached("x-content-type-options");
    private static final AsciiString NOSNIFF = AsciiString.cached("nosniff");
    private static final AsciiString NO_STORE = AsciiString.cached("no-store");
    private static final AsciiString REFERRER_POLICY = AsciiString.cached("referrer-policy");
    private static final AsciiString NO_REFERRER = AsciiString.cached("no-referrer");
    private static final AsciiString NOTHING = AsciiString.cached("default-src 'none'; frame-ancestors 'none'");
    private static final AsciiString OWN_FILES = AsciiString.cached(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'");

    private SecurityHeaders() {}

    /** Adds the headers for data to the new headers of a response. */
    static void addTo(HttpHeaders headers) {
        headers.add(HttpHeaderNames.CACHE_CONTROL, NO_STORE);
        addTo(headers, NOTHING);
    }

    /** Adds the headers for a page that loads files of this service and calls it. */
    static void addToPage(HttpHeaders headers) {
        headers.add(HttpHeaderNames.CACHE_CONTROL, NO_STORE);
        addTo(headers, OWN_FILES);
    }

    /** Adds the headers for data to a response of another server, unless it has them. */
    public static void complete(HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.CONTENT_SECURITY_POLICY)) {
            headers.set(HttpHeaderNames.CACHE_CONTROL, NO_STORE);
            addTo(headers, NOTHING);
        }
    }

    private static void addTo(HttpHeaders headers, AsciiString contentPolicy) {
        headers.add(CONTENT_TYPE_OPTIONS, NOSNIFF);
        headers.add(REFERRER_POLICY, NO_REFERRER);
        headers.add(HttpHeaderNames.CONTENT_SECURITY_POLICY, contentPolicy);
    }
}
