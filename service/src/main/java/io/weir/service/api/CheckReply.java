package io.weir.service.api;

import io.weir.http.HeaderStyle;
import io.weir.http.internal.JsonObject;
import io.weir.http.internal.Seconds;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.service.http.Reply;
import org.jspecify.annotations.Nullable;

/** Writes the replies of {@code /check} and {@code /remaining}. */
final class CheckReply {

    private CheckReply() {}

    /** The reply to a check: 200 or 429. */
    static Reply of(CheckRequest request, Verdict verdict, HeaderStyle style) {
        Reply reply = remaining(request, verdict, style);
        return verdict.allowed() ? reply : reply.denied(verdict.retryAfterMicros(), style);
    }

    /** The permits that remain, without a verdict: always 200. */
    static Reply remaining(CheckRequest request, Verdict verdict, HeaderStyle style) {
        Ruling told = verdict.tightest().orElse(null);
        Reply reply = Reply.json(body(request, verdict, told));
        if (told != null) {
            reply.describe(told.rule(), told.limit(), told.decision(), style);
        }
        return reply;
    }

    private static String message(Verdict verdict) {
        if (verdict.allowed()) {
            return "Request allowed";
        }
        return verdict.unavailable()
                ? "Denied because the shared store does not answer; no limit was exceeded"
                : "Rate limit exceeded";
    }

    private static String body(CheckRequest request, Verdict verdict, @Nullable Ruling told) {
        JsonObject body = new JsonObject().add("allowed", verdict.allowed()).add("key", request.key());
        if (told != null) {
            if (!request.byDefault()) {
                body.add("rule", told.rule());
            }
            Decision decision = told.decision();
            body.add("algorithm", told.limit().algorithm().name())
                    .add("remaining", decision.remaining())
                    .add("resetAfterSeconds", Seconds.roundedUp(decision.resetAfterMicros()))
                    .add(
                            "retryAfterSeconds",
                            Seconds.roundedUp(Math.max(decision.retryAfterMicros(), verdict.retryAfterMicros())));
        }
        long delayMicros = verdict.delayMicros();
        if (delayMicros > 0 || (told != null && told.limit().algorithm() == Algorithm.LEAKY_BUCKET)) {
            body.addSeconds("delaySeconds", delayMicros);
        }
        if (verdict.degraded()) {
            body.add("degraded", true);
        }
        body.add("message", message(verdict));
        return body.close();
    }
}
