package io.weir.http;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.RequestLimit;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Applies a change to the refusals of another responder. */
record ChangedResponder(Responder original, UnaryOperator<Refusal> change) implements Responder {

    @Override
    public void describe(Ruling ruling, BiConsumer<String, String> headers) {
        original.describe(ruling, headers);
    }

    @Override
    public Refusal denied(Verdict verdict) {
        return change.apply(original.denied(verdict));
    }

    @Override
    public Refusal challenged(Verdict verdict) {
        return change.apply(original.challenged(verdict));
    }

    @Override
    public Refusal challenged(Verdict verdict, ChallengePrompt prompt) {
        return change.apply(original.challenged(verdict, prompt));
    }

    @Override
    public Refusal uncheckable(Verdict verdict) {
        return change.apply(original.uncheckable(verdict));
    }

    @Override
    public Refusal blocked(Verdict verdict) {
        return change.apply(original.blocked(verdict));
    }

    @Override
    public Refusal crowded(Verdict verdict) {
        return change.apply(original.crowded(verdict));
    }

    @Override
    public Refusal ambiguousPath() {
        return original.ambiguousPath();
    }

    @Override
    public Refusal unacceptable(RequestFault fault, RequestLimit limit) {
        return change.apply(original.unacceptable(fault, limit));
    }

    @Override
    public List<String> headers() {
        return original.headers();
    }
}
