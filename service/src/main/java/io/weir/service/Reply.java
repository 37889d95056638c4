package io.weir.service;

import io.weir.limit.Decision;
import java.util.LinkedHashMap;
import java.util.Map;

/** A response: what a caller of the REST interface sees. */
record Reply(int status, String contentType, Map<String, String> headers, String body) {

    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    /** A decision on a check: 200 or 429. */
    static Reply of(CheckRequest request, Decision decision, HeaderStyle style) {
        return decided(decision.allowed() ? 200 : 429, request, decision, style);
    }

    /** What remains, without a verdict: always 200. */
    static Reply remaining(CheckRequest request, Decision decision, HeaderStyle style) {
        return decided(200, request, decision, style);
    }

    private static Reply decided(int status, CheckRequest request, Decision decision, HeaderStyle style) {
        String policy = request.algorithm().yamlName();
        Map<String, String> headers = style.headers(policy, request, decision);
        if (status == 429) {
            headers.put("Retry-After", Long.toString(Seconds.roundedUp(decision.retryAfterMicros())));
        }
        return new Reply(status, JSON, headers, body(request, decision));
    }

    static Reply noContent() {
        return new Reply(204, JSON, Map.of(), "");
    }

    static Reply of(BadRequest bad) {
        String body = new JsonObject()
                .add("type", "about:blank")
                .add("title", "Bad Request")
                .add("status", 400)
                .add("detail", bad.field() + " " + bad.detail())
                .add("field", bad.field())
                .close();
        return new Reply(400, PROBLEM, Map.of(), body);
    }

    static Reply problem(int status, String title, String detail) {
        String body = new JsonObject()
                .add("type", "about:blank")
                .add("title", title)
                .add("status", status)
                .add("detail", detail)
                .close();
        return new Reply(status, PROBLEM, Map.of(), body);
    }

    Reply withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, contentType, more, body);
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
