package io.weir.http;

import io.weir.http.internal.ChallengeExchange;
import io.weir.http.internal.JsonObject;
import io.weir.http.internal.Problem;
import io.weir.http.internal.RequestCheck;
import io.weir.limit.Decision;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.Then;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The default responder: headers in a style, and problem details (RFC 9457) as bodies. */
record ProblemResponder(HeaderStyle style) implements Responder {

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final String CHALLENGE_REQUIRED = "urn:weir:challenge-required";
    private static final String CHALLENGE_UNAVAILABLE = "urn:weir:challenge-unavailable";

    private static final String BLOCKED = "urn:weir:blocked";

    /**
     * The time that the client has to wait.
     *
     * @param rule the rule that asks for the wait; empty if no rule denied the request
     */
    private record Wait(Optional<String> rule, long micros) {}

    @Override
    public void describe(Ruling ruling, BiConsumer<String, String> headers) {
        style.addTo(headers, ruling.rule(), ruling.limit(), ruling.decision());
    }

    @Override
    public Refusal denied(Verdict verdict) {
        Optional<Ruling> by = verdict.decidedBy();
        Wait wait = new Wait(by.map(Ruling::rule), verdict.retryAfterMicros());
        return verdict.unavailable()
                ? refused(SERVICE_UNAVAILABLE, verdict, wait, "cannot be checked at present")
                : refused(
                        verdict.status(),
                        verdict,
                        wait,
                        verdict.locked() ? "is locked after too many attempts" : "allows no more for now");
    }

    /** Tells a lock from too many attempts at the same time, which end soon. */
    private static Optional<String> reason(Verdict verdict) {
        boolean isByLockRule =
                verdict.decidedBy().filter(by -> by.then() instanceof Then.Lock).isPresent();
        return verdict.locked() ? Optional.of("locked") : isByLockRule ? Optional.of("busy") : Optional.empty();
    }

    @Override
    public Refusal challenged(Verdict verdict) {
        return challenged(verdict, Optional.empty());
    }

    @Override
    public Refusal challenged(Verdict verdict, ChallengePrompt prompt) {
        return challenged(verdict, Optional.of(prompt));
    }

    /** Has no Retry-After, because a client that passes the challenge need not wait. */
    private Refusal challenged(Verdict verdict, Optional<ChallengePrompt> prompt) {
        Map<String, String> headers = new LinkedHashMap<>();
        verdict.reported().ifPresent(ruling -> describe(ruling, headers::put));
        JsonObject body = Problem.of(
                FORBIDDEN,
                CHALLENGE_REQUIRED,
                "Challenge Required",
                "pass the challenge, and send the request again with the proof");
        verdict.challengedBy().ifPresent(ruling -> body.add("rule", ruling.rule()));
        prompt.flatMap(ChallengePrompt::failed).ifPresent(why -> body.add("reason", why.word()));
        prompt.ifPresent(known -> body.addJson("challenge", ChallengeExchange.json(known.offer())));
        return reply(FORBIDDEN, headers, body);
    }

    @Override
    public Refusal uncheckable(Verdict verdict) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(HeaderStyle.RETRY_AFTER, Integer.toString(ChallengeExchange.PROVIDER_REST_SECONDS));
        JsonObject body = Problem.of(
                SERVICE_UNAVAILABLE,
                CHALLENGE_UNAVAILABLE,
                title(SERVICE_UNAVAILABLE),
                "the challenge cannot be checked at present; send the request again with the same proof in "
                        + ChallengeExchange.PROVIDER_REST_SECONDS + " s");
        verdict.challengedBy().ifPresent(ruling -> body.add("rule", ruling.rule()));
        return reply(SERVICE_UNAVAILABLE, headers, body);
    }

    @Override
    public Refusal blocked(Verdict verdict) {
        long seconds = style.retryAfterSeconds(verdict.retryAfterMicros());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(HeaderStyle.RETRY_AFTER, Long.toString(seconds));
        JsonObject body =
                Problem.of(FORBIDDEN, BLOCKED, "Blocked", "requests are blocked; try again in " + seconds + " s");
        verdict.block().ifPresent(block -> body.add("until", block.until().toString()));
        return reply(FORBIDDEN, headers, body.add("retryAfterSeconds", seconds));
    }

    @Override
    public Refusal crowded(Verdict verdict) {
        Optional<Ruling> by = verdict.rulings().stream()
                .filter(Ruling::enforced)
                .max(Comparator.comparing(Ruling::decision, Comparator.comparingLong(Decision::delayMicros)));
        Wait wait = new Wait(by.map(Ruling::rule), verdict.delayMicros());
        return refused(TOO_MANY_REQUESTS, verdict, wait, "already holds too many requests");
    }

    private Refusal refused(int status, Verdict verdict, Wait wait, String why) {
        long seconds = style.retryAfterSeconds(wait.micros());
        Map<String, String> headers = new LinkedHashMap<>();
        verdict.reported().ifPresent(ruling -> describe(ruling, headers::put));
        headers.put(HeaderStyle.RETRY_AFTER, Long.toString(seconds));
        String who = wait.rule().map(rule -> "rule " + rule).orElse("the rate limiter");
        String detail = who + " " + why + "; try again in " + seconds + " s";
        JsonObject body = Problem.of(status, title(status), detail);
        wait.rule().ifPresent(rule -> body.add("rule", rule));
        reason(verdict).ifPresent(reason -> body.add("reason", reason));
        return reply(status, headers, body.add("retryAfterSeconds", seconds));
    }

    private static String title(int status) {
        return switch (status) {
            case FORBIDDEN -> "Forbidden";
            case NOT_FOUND -> "Not Found";
            case TOO_MANY_REQUESTS -> "Too Many Requests";
            case SERVICE_UNAVAILABLE -> "Service Unavailable";
            default -> "Request Denied";
        };
    }

    @Override
    public Refusal ambiguousPath() {
        return reply(
                BAD_REQUEST,
                new LinkedHashMap<>(),
                Problem.of(
                        BAD_REQUEST,
                        "Bad Request",
                        "the path can be read in more than one way; write it without //, /./, /../, ; and \\,"
                                + " and without an encoded / or %"));
    }

    @Override
    public Refusal unacceptable(RequestFault fault, RequestLimit limit) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (fault == RequestFault.METHOD) {
            headers.put("Allow", limit.methods().stream().sorted().collect(Collectors.joining(", ")));
        }
        JsonObject body = Problem.of(fault.status(), title(fault), RequestCheck.advice(fault, limit));
        return reply(fault.status(), headers, body.add("reason", fault.word()));
    }

    private static String title(RequestFault fault) {
        return switch (fault) {
            case METHOD -> "Method Not Allowed";
            case CONTENT_TYPE -> "Unsupported Media Type";
            case BODY_TOO_LARGE -> "Content Too Large";
            case QUERY_TOO_LONG -> "URI Too Long";
            case TOO_MANY_HEADERS -> "Request Header Fields Too Large";
            case MALFORMED -> "Bad Request";
            case HONEYPOT, INSUFFICIENT_SCOPE -> "Forbidden";
        };
    }

    private static Refusal reply(int status, Map<String, String> headers, JsonObject body) {
        headers.put("Content-Type", Problem.CONTENT_TYPE);
        return new Refusal(status, headers, body.close());
    }

    @Override
    public List<String> headers() {
        return style.names();
    }
}
