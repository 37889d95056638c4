package io.weir.http;

import io.weir.limit.Decision;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/** Headers as the style says, and bodies by RFC 9457. */
record ProblemResponder(HeaderStyle style) implements Responder {

    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    @Override
    public void describe(Ruling ruling, BiConsumer<String, String> headers) {
        style.addTo(headers, ruling.rule(), ruling.limit(), ruling.decision());
    }

    @Override
    public Reply denied(Verdict verdict) {
        Ruling by = verdict.decidedBy().orElseThrow();
        long wait = by.decision().retryAfterMicros();
        return verdict.unavailable()
                ? refused(SERVICE_UNAVAILABLE, verdict, by, wait, "rule %s cannot be asked at present")
                : refused(TOO_MANY_REQUESTS, verdict, by, wait, "rule %s allows no more for now");
    }

    @Override
    public Reply crowded(Verdict verdict) {
        Ruling by = verdict.rulings().stream()
                .filter(Ruling::enforced)
                .max(Comparator.comparing(Ruling::decision, Comparator.comparingLong(Decision::delayMicros)))
                .orElseThrow();
        long wait = by.decision().delayMicros();
        return refused(TOO_MANY_REQUESTS, verdict, by, wait, "rule %s lets too many wait already");
    }

    private Reply refused(int status, Verdict verdict, Ruling by, long waitMicros, String why) {
        long seconds = style.retryAfterSeconds(waitMicros);
        Map<String, String> headers = new LinkedHashMap<>();
        verdict.reported().ifPresent(ruling -> describe(ruling, headers::put));
        headers.put(HeaderStyle.RETRY_AFTER, Long.toString(seconds));
        String detail = String.format(Locale.ROOT, why + "; try again in %d s", by.rule(), seconds);
        String title = status == TOO_MANY_REQUESTS ? "Too Many Requests" : "Service Unavailable";
        JsonObject body = problem(status, title, detail).add("rule", by.rule()).add("retryAfterSeconds", seconds);
        return reply(status, headers, body);
    }

    @Override
    public Reply ambiguousPath() {
        return reply(
                BAD_REQUEST,
                new LinkedHashMap<>(),
                problem(
                        BAD_REQUEST,
                        "Bad Request",
                        "the path can be read in more than one way; write it without //, /./, /../, ; and \\,"
                                + " and without an encoded / or %"));
    }

    private static JsonObject problem(int status, String title, String detail) {
        return new JsonObject()
                .add("type", "about:blank")
                .add("title", title)
                .add("status", status)
                .add("detail", detail);
    }

    private static Reply reply(int status, Map<String, String> headers, JsonObject body) {
        headers.put("Content-Type", "application/problem+json");
        return new Reply(status, headers, body.close());
    }

    @Override
    public List<String> headers() {
        return style.names();
    }
}
