package io.weir.service;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.weir.http.HeaderStyle;
import io.weir.http.JsonObject;
import io.weir.http.Seconds;
import io.weir.limit.Algorithm;
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
        headers.add(HttpHeaderNames.CONTENT_TYPE, contentType);
        SecurityHeaders.addTo(headers);
        return new Reply(status, headers, body);
    }

    /** A file of the page. */
    static Reply page(String contentType, String body) {
        HttpHeaders headers = HEADERS.newHeaders();
        headers.set(HttpHeaderNames.CONTENT_TYPE, contentType);
        SecurityHeaders.addToPage(headers);
        return new Reply(HttpResponseStatus.OK, headers, body);
    }

    /** The answer to a check: 200 or 429. */
    static Reply of(CheckAnswer answer, HeaderStyle style) {
        Reply reply = remaining(answer, style);
        CheckAnswer.Told told = answer.told();
        return answer.allowed() || told == null
                ? reply
                : reply.denied(told.decision().retryAfterMicros(), style);
    }

    /** What remains, without a verdict: always 200. */
    static Reply remaining(CheckAnswer answer, HeaderStyle style) {
        Reply reply = json(body(answer));
        CheckAnswer.Told told = answer.told();
        if (told != null) {
            reply.describe(told.name(), told.limit(), told.decision(), style);
        }
        return reply;
    }

    static Reply json(String body) {
        return of(HttpResponseStatus.OK, JSON, body);
    }

    /** Adds the headers of the style for what a limit of that name said. */
    void describe(String name, Limit limit, Decision decision, HeaderStyle style) {
        style.addTo((header, value) -> headers.set(NAMES.get(header), value), name, limit, decision);
    }

    /** The same as a 429 that says when to come back. */
    Reply denied(long retryAfterMicros, HeaderStyle style) {
        String seconds = Long.toString(style.retryAfterSeconds(retryAfterMicros));
        headers.set(HttpHeaderNames.RETRY_AFTER, seconds);
        return new Reply(HttpResponseStatus.TOO_MANY_REQUESTS, headers, body);
    }

    /** The same with another status. */
    Reply withStatus(HttpResponseStatus other) {
        return new Reply(other, headers, body);
    }

    static Reply noContent() {
        HttpHeaders headers = HEADERS.newHeaders();
        SecurityHeaders.addTo(headers);
        return new Reply(HttpResponseStatus.NO_CONTENT, headers, "");
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

    private static String message(CheckAnswer answer) {
        if (answer.allowed()) {
            return "Request allowed";
        }
        return answer.unavailable()
                ? "Denied because the shared store does not answer; no limit was exceeded"
                : "Rate limit exceeded";
    }

    private static String body(CheckAnswer answer) {
        JsonObject body = new JsonObject().add("allowed", answer.allowed()).add("key", answer.key());
        CheckAnswer.Told told = answer.told();
        if (told != null) {
            if (told.rule() != null) {
                body.add("rule", told.rule());
            }
            Decision decision = told.decision();
            body.add("algorithm", told.limit().algorithm().name())
                    .add("remaining", decision.remaining())
                    .add("resetAfterSeconds", Seconds.roundedUp(decision.resetAfterMicros()))
                    .add("retryAfterSeconds", Seconds.roundedUp(decision.retryAfterMicros()));
        }
        if (answer.delayMicros() > 0 || (told != null && told.limit().algorithm() == Algorithm.LEAKY_BUCKET)) {
            body.addSeconds("delaySeconds", answer.delayMicros());
        }
        if (answer.degraded()) {
            body.add("degraded", true);
        }
        body.add("message", message(answer));
        return body.close();
    }
}
