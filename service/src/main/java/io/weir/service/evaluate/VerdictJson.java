package io.weir.service.evaluate;

import io.weir.guard.bot.BotScore;
import io.weir.http.ChallengePrompt;
import io.weir.http.internal.ChallengeExchange;
import io.weir.http.internal.JsonObject;
import io.weir.http.internal.RequestCheck;
import io.weir.http.internal.Seconds;
import io.weir.limit.Decision;
import io.weir.policy.Action;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Subject;
import io.weir.service.credentials.IdentifiedRequest;
import io.weir.service.evaluate.EvaluateAnswer.Judged;
import io.weir.service.evaluate.EvaluateAnswer.Unacceptable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes verdicts. */
final class VerdictJson {

    private static final String EXEMPT = exempt().close();

    private static final int USUAL_STATUS = 429;
    private static final int UNAVAILABLE = 503;

    private VerdictJson() {}

    private static JsonObject exempt() {
        return new JsonObject()
                .add("allowed", true)
                .add("action", Action.ALLOW.word())
                .add("degraded", false)
                .addSeconds("delaySeconds", 0)
                .add("retryAfterSeconds", 0)
                .add("explanation", "allowed: health paths and CORS preflights meet no rule")
                .addJson("rulings", "[]");
    }

    /** The answer to a request that was evaluated. */
    static String charged(EvaluateAnswer answer, IdentifiedRequest identified, Receipts receipts) {
        if (answer instanceof Judged judged) {
            JsonObject json = write(judged, Optional.empty(), true);
            receipts.seal(judged.verdict()).ifPresent(receipt -> json.add("receipt", receipt));
            return withCaller(json, identified).close();
        }
        return withoutRules(answer, identified);
    }

    /** The answer to a request that was not charged. */
    private static String withoutRules(EvaluateAnswer answer, IdentifiedRequest identified) {
        if (answer instanceof Unacceptable unacceptable) {
            return withCaller(unacceptable(unacceptable), identified).close();
        }
        return identified.credentials().isEmpty()
                ? EXEMPT
                : withCaller(exempt(), identified).close();
    }

    private static JsonObject unacceptable(Unacceptable unacceptable) {
        String reason = unacceptable.fault().word();
        return new JsonObject()
                .add("allowed", false)
                .add("action", Action.DENY.word())
                .add("degraded", false)
                .addSeconds("delaySeconds", 0)
                .add("retryAfterSeconds", 0)
                .add("status", unacceptable.fault().status())
                .add("reason", reason)
                .add(
                        "explanation",
                        "denied: " + reason + "; " + RequestCheck.advice(unacceptable.fault(), unacceptable.limit()))
                .addJson("rulings", "[]");
    }

    /** Adds who the caller is and what was found about its credentials, if it has presented any. */
    private static JsonObject withCaller(JsonObject json, IdentifiedRequest identified) {
        if (identified.credentials().isEmpty()) {
            return json;
        }
        String list = identified.credentials().stream()
                .map(each -> new JsonObject()
                        .add("kind", each.kind().text())
                        .add("valid", each.isValid())
                        .add("code", each.code())
                        .close())
                .collect(Collectors.joining(",", "[", "]"));
        return json.add("caller", name(identified.request().caller())).addJson("credentials", list);
    }

    /** The subject that rules per caller count, or {@code anonymous}. */
    private static String name(Caller caller) {
        return caller.user()
                .map(user -> new Subject("user", user))
                .or(() -> caller.apiKey().map(id -> new Subject("apikey", id)))
                .map(Subject::toString)
                .orElse("anonymous");
    }

    /**
     * The answer that a request would get, for a request that was not charged.
     *
     * @param tier the tier that counts for the caller; it may differ from the given one
     */
    static String foreseen(EvaluateAnswer answer, IdentifiedRequest identified, Optional<String> tier) {
        return answer instanceof Judged judged
                ? withCaller(write(judged, tier, false), identified).close()
                : withoutRules(answer, identified);
    }

    private static JsonObject write(Judged judged, Optional<String> tier, boolean charged) {
        Verdict verdict = judged.verdict();
        Optional<Ruling> decidedBy = verdict.decidedBy();
        Action action = judged.isUncheckable() ? Action.DENY : verdict.action();
        JsonObject json = new JsonObject()
                .add("allowed", verdict.allowed())
                .add("action", action.word())
                .add("degraded", verdict.degraded())
                .addSeconds("delaySeconds", verdict.delayMicros())
                .add("retryAfterSeconds", Seconds.roundedUp(judged.retryAfterMicros()));
        decidedBy.ifPresent(ruling -> json.add("decidedBy", ruling.rule()));
        if (verdict.unavailable()) {
            json.add("unavailable", true);
        }
        int status = judged.isUncheckable() ? UNAVAILABLE : verdict.status();
        if (action == Action.DENY && status != USUAL_STATUS) {
            json.add("status", status);
        }
        verdict.block().ifPresent(block -> json.add("blocked", block.subject().toString()));
        tier.ifPresent(name -> json.add("tier", name));
        verdict.bypass().ifPresent(name -> json.add("bypass", name));
        if (verdict.repeat()) {
            json.add("repeat", true);
        }
        judged.score().ifPresent(score -> json.addJson("bot", botJson(score).close()));
        judged.prompt().ifPresent(prompt -> add(json, prompt, judged.isUncheckable()));
        List<Ruling> rulings = verdict.rulings();
        StringBuilder list = new StringBuilder(rulings.size() * 224 + 2).append('[');
        for (Ruling ruling : rulings) {
            list.append(list.length() == 1 ? "" : ",").append(write(ruling, verdict, charged));
        }
        return json.add("explanation", verdict.explain()).addJson("rulings", list.append(']'));
    }

    /** A score as clients see it. */
    static JsonObject botJson(BotScore score) {
        String reasons =
                score.words().stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(",", "[", "]"));
        return new JsonObject()
                .add("score", score.points())
                .add("band", score.band().word())
                .addJson("reasons", reasons);
    }

    private static void add(JsonObject json, ChallengePrompt prompt, boolean isUncheckable) {
        prompt.failed().ifPresent(failed -> json.add("reason", failed.word()));
        if (!isUncheckable) {
            json.addJson("challenge", ChallengeExchange.json(prompt.offer()));
        }
    }

    private static String write(Ruling ruling, Verdict verdict, boolean charged) {
        Decision decision = ruling.decision();
        JsonObject json = new JsonObject()
                .add("rule", ruling.rule())
                .add("subject", ruling.subject().toString())
                .add("limit", ruling.limit().toString())
                .add("cost", ruling.cost())
                .add("enforced", ruling.enforced())
                .add("allowed", ruling.allowed());
        long before = decision.remaining() + taken(ruling, verdict);
        if (charged && !decision.degraded()) {
            json.add("before", before);
        }
        boolean isGivenBack = charged && verdict.action() == Action.CHALLENGE;
        return json.add("remaining", isGivenBack ? before : decision.remaining())
                .add("resetAfterSeconds", Seconds.roundedUp(decision.resetAfterMicros()))
                .add("retryAfterSeconds", Seconds.roundedUp(decision.retryAfterMicros()))
                .close();
    }

    /** Enforced rules take together or not at all; rules that only watch take what fits. A challenge gives back all that was taken. */
    private static long taken(Ruling ruling, Verdict verdict) {
        boolean wasCharged = verdict.allowed() || verdict.action() == Action.CHALLENGE;
        boolean taken = ruling.allowed() && (wasCharged || !ruling.enforced());
        return taken ? ruling.cost() : 0;
    }
}
