package io.weir.service;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.weir.http.HeaderStyle;
import io.weir.http.JsonObject;
import io.weir.http.Seconds;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** A response: what a caller of the REST interface sees. */
record Reply(HttpResponseStatus status, HttpHeaders headers, String body) {

    private static final AsciiString JSON = AsciiString.cached("application/json");
    private static final AsciiString PROBLEM = AsciiString.cached("application/problem+json");

    // What goes into headers here are numbers and our own words, so nothing needs to be validated.
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
        headers.set(HttpHeaderNames.CONTENT_TYPE, contentType);
        return new Reply(status, headers, body);
    }

    /** A decision on a check: 200 or 429. */
    static Reply of(CheckRequest request, Decision decision, HeaderStyle style) {
        Reply reply = remaining(request, decision, style);
        if (decision.allowed()) {
            return reply;
        }
        String seconds = Long.toString(style.retryAfterSeconds(decision.retryAfterMicros()));
        reply.headers().set(HttpHeaderNames.RETRY_AFTER, seconds);
        return new Reply(HttpResponseStatus.TOO_MANY_REQUESTS, reply.headers(), reply.body());
    }

    /** What remains, without a verdict: always 200. */
    static Reply remaining(CheckRequest request, Decision decision, HeaderStyle style) {
        Reply reply = of(HttpResponseStatus.OK, JSON, body(request, decision));
        Limit limit = request.charge().limit();
        style.addTo(
                (name, value) -> reply.headers().set(NAMES.get(name), value),
                limit.algorithm().yamlName(),
                limit,
                decision);
        return reply;
    }

    static Reply noContent() {
        return new Reply(HttpResponseStatus.NO_CONTENT, HEADERS.newHeaders(), "");
    }

    static Reply of(BadRequest bad) {
        String detail = bad.field() + " " + bad.detail();
        String body = problemBody(HttpResponseStatus.BAD_REQUEST, detail)
                .add("field", bad.field())
                .close();
        return of(HttpResponseStatus.BAD_REQUEST, PROBLEM, body);
    }

    static Reply problem(HttpResponseStatus status, String detail) {
        return of(status, PROBLEM, problemBody(status, detail).close());
    }

    private static JsonObject problemBody(HttpResponseStatus status, String detail) {
        return new JsonObject()
                .add("type", "about:blank")
                .add("title", status.reasonPhrase())
                .add("status", status.code())
                .add("detail", detail);
    }

    private static String body(CheckRequest request, Decision decision) {
        JsonObject body = new JsonObject()
                .add("allowed", decision.allowed())
                .add("key", request.key())
                .add("algorithm", request.algorithm().name())
                .add("remaining", decision.remaining())
                .add("resetAfterSeconds", Seconds.roundedUp(decision.resetAfterMicros()))
                .add("retryAfterSeconds", Seconds.roundedUp(decision.retryAfterMicros()));
        if (decision.delayMicros() > 0) {
            body.addSeconds("delaySeconds", decision.delayMicros());
        }
        body.add("message", decision.allowed() ? "Request allowed" : "Rate limit exceeded");
        return body.close();
    }
}
