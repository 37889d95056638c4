package io.weir.service.http;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.weir.http.HeaderStyle;
import io.weir.http.internal.JsonObject;
import io.weir.http.internal.Problem;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** A response of the REST interface. */
public record Reply(HttpResponseStatus status, HttpHeaders headers, ReplyBody body) {

    private static final AsciiString JSON = AsciiString.cached("application/json");
    private static final AsciiString PROBLEM = AsciiString.cached(Problem.CONTENT_TYPE);

    // Header values here are numbers and constants, so Netty need not validate them.
    private static final DefaultHttpHeadersFactory HEADERS =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);

    /** The names of rate limit headers as Netty writes them fastest. */
    private static final Map<String, AsciiString> NAMES = names();

    private static Map<String, AsciiString> names() {
        Map<String, AsciiString> names = new HashMap<>();
        HeaderStyle.of(EnumSet.allOf(HeaderStyle.Dialect.class))
                .names()
                .forEach(name -> names.put(name, AsciiString.cached(name)));
        return Map.copyOf(names);
    }

    private static Reply of(HttpResponseStatus status, AsciiString contentType, String body) {
        HttpHeaders headers = HEADERS.newHeaders();
        headers.add(HttpHeaderNames.CONTENT_TYPE, contentType);
        SecurityHeaders.addTo(headers);
        return new Reply(status, headers, ReplyBody.of(body));
    }

    /** A reply that is neither JSON nor a page. */
    public static Reply text(String contentType, ReplyBody body) {
        HttpHeaders headers = HEADERS.newHeaders();
        headers.add(HttpHeaderNames.CONTENT_TYPE, contentType);
        SecurityHeaders.addTo(headers);
        return new Reply(HttpResponseStatus.OK, headers, body);
    }

    /** A file of the page. */
    public static Reply page(String contentType, String body) {
        HttpHeaders headers = HEADERS.newHeaders();
        headers.set(HttpHeaderNames.CONTENT_TYPE, contentType);
        SecurityHeaders.addToPage(headers);
        return new Reply(HttpResponseStatus.OK, headers, ReplyBody.of(body));
    }

    public static Reply json(String body) {
        return of(HttpResponseStatus.OK, JSON, body);
    }

    /** Adds the headers of the style for the decision of the named limit. */
    public void describe(String name, Limit limit, Decision decision, HeaderStyle style) {
        style.addTo((header, value) -> headers.add(NAMES.get(header), value), name, limit, decision);
    }

    /** The same reply as a 429 with the time to retry. */
    public Reply denied(long retryAfterMicros, HeaderStyle style) {
        String seconds = Long.toString(style.retryAfterSeconds(retryAfterMicros));
        headers.set(HttpHeaderNames.RETRY_AFTER, seconds);
        return new Reply(HttpResponseStatus.TOO_MANY_REQUESTS, headers, body);
    }

    /** The same reply with another status. */
    public Reply withStatus(HttpResponseStatus other) {
        return new Reply(other, headers, body);
    }

    public static Reply noContent() {
        HttpHeaders headers = HEADERS.newHeaders();
        SecurityHeaders.addTo(headers);
        return new Reply(HttpResponseStatus.NO_CONTENT, headers, ReplyBody.of(""));
    }

    public static Reply of(BadRequest bad) {
        boolean isSentence = Character.isUpperCase(bad.detail().codePointAt(0));
        String detail = isSentence ? bad.detail() : bad.field() + " " + bad.detail();
        String body = problemBody(HttpResponseStatus.BAD_REQUEST, detail)
                .add("field", bad.field())
                .close();
        return of(HttpResponseStatus.BAD_REQUEST, PROBLEM, body);
    }

    public static Reply problem(HttpResponseStatus status, String detail) {
        return of(status, PROBLEM, problemBody(status, detail).close());
    }

    /**
     * A problem with additional fields.
     *
     * @param more the additional fields by name; their values are JSON
     */
    public static Reply problem(HttpResponseStatus status, String detail, Map<String, String> more) {
        JsonObject body = problemBody(status, detail);
        more.forEach(body::addJson);
        return of(status, PROBLEM, body.close());
    }

    private static JsonObject problemBody(HttpResponseStatus status, String detail) {
        return Problem.of(status.code(), status.reasonPhrase(), detail);
    }
}
