package io.weir.http;

import io.weir.limit.Decision;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Headers as the style says, and bodies by RFC 9457. */
record ProblemResponder(HeaderStyle style) implements Responder {

    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    /**
     * How long a refused request has to wait.
     *
     * @param rule whose wait that is; empty if no rule has said why the request is denied
     */
    private record Wait(Optional<String> rule, long micros) {}

    @Override
    public void describe(Ruling ruling, BiConsumer<String, String> headers) {
        style.addTo(headers, ruling.rule(), ruling.limit(), ruling.decision());
    }

    @Override
    public Reply denied(Verdict verdict) {
        Optional<Ruling> by = verdict.decidedBy();
        Wait wait = new Wait(by.map(Ruling::rule), verdict.retryAfterMicros());
        return verdict.unavailable()
                ? refused(SERVICE_UNAVAILABLE, verdict, wait, "cannot be asked at present")
                : refused(TOO_MANY_REQUESTS, verdict, wait, "allows no more for now");
    }

    @Override
    public Reply crowded(Verdict verdict) {
        Optional<Ruling> by = verdict.rulings().stream()
                .filter(Ruling::enforced)
                .max(Comparator.comparing(Ruling::decision, Comparator.comparingLong(Decision::delayMicros)));
        Wait wait = new Wait(by.map(Ruling::rule), verdict.delayMicros());
        return refused(TOO_MANY_REQUESTS, verdict, wait, "lets too many wait already");
    }

    private Reply refused(int status, Verdict verdict, Wait wait, String why) {
        long seconds = style.retryAfterSeconds(wait.micros());
        Map<String, String> headers = new LinkedHashMap<>();
        verdict.reported().ifPresent(ruling -> describe(ruling, headers::put));
        headers.put(HeaderStyle.RETRY_AFTER, Long.toString(seconds));
        String who = wait.rule().map(rule -> "rule " + rule).orElse("the rate limiter");
        String detail = who + " " + why + "; try again in " + seconds + " s";
        String title = status == TOO_MANY_REQUESTS ? "Too Many Requests" : "Service Unavailable";
        JsonObject body = problem(status, title, detail);
        wait.rule().ifPresent(rule -> body.add("rule", rule));
        return reply(status, headers, body.add("retryAfterSeconds", seconds));
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
