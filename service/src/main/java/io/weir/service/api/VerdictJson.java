package io.weir.service.api;

import io.weir.http.internal.JsonObject;
import io.weir.http.internal.Seconds;
import io.weir.limit.Decision;
import io.weir.policy.Action;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.List;
import java.util.Optional;

/** Writes verdicts. */
final class VerdictJson {

    /** The verdict on a request that matches no rule, whatever the policy says. */
    static final String EXEMPT = new JsonObject()
            .add("allowed", true)
            .add("action", Action.ALLOW.word())
            .add("degraded", false)
            .addSeconds("delaySeconds", 0)
            .add("retryAfterSeconds", 0)
            .add("explanation", "allowed: health paths and CORS preflights meet no rule")
            .addJson("rulings", "[]")
            .close();

    private static final int USUAL_STATUS = 429;

    private VerdictJson() {}

    /** The verdict on a request that was charged. */
    static String charged(Verdict verdict) {
        return write(verdict, Optional.empty(), true);
    }

    /**
     * The verdict that a request would get, for a request that was not charged.
     *
     * @param tier the tier that counts for the caller; it may differ from the given one
     */
    static String foreseen(Verdict verdict, Optional<String> tier) {
        return write(verdict, tier, false);
    }

    private static String write(Verdict verdict, Optional<String> tier, boolean charged) {
        Optional<Ruling> decidedBy = verdict.decidedBy();
        JsonObject json = new JsonObject()
                .add("allowed", verdict.allowed())
                .add("action", verdict.action().word())
                .add("degraded", verdict.degraded())
                .addSeconds("delaySeconds", verdict.delayMicros())
                .add("retryAfterSeconds", Seconds.roundedUp(verdict.retryAfterMicros()));
        decidedBy.ifPresent(ruling -> json.add("decidedBy", ruling.rule()));
        if (verdict.unavailable()) {
            json.add("unavailable", true);
        }
        if (verdict.action() == Action.DENY && verdict.status() != USUAL_STATUS) {
            json.add("status", verdict.status());
        }
        verdict.block().ifPresent(block -> json.add("blocked", block.subject().toString()));
        tier.ifPresent(name -> json.add("tier", name));
        verdict.bypass().ifPresent(name -> json.add("bypass", name));
        if (verdict.repeat()) {
            json.add("repeat", true);
        }
        List<Ruling> rulings = verdict.rulings();
        StringBuilder list = new StringBuilder(rulings.size() * 224 + 2).append('[');
        for (Ruling ruling : rulings) {
            list.append(list.length() == 1 ? "" : ",").append(write(ruling, verdict, charged));
        }
        return json.add("explanation", verdict.explain())
                .addJson("rulings", list.append(']'))
                .close();
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
