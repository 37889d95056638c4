package io.weir.http;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Another responder, whose refusals are changed. */
record ChangedResponder(Responder usual, UnaryOperator<Reply> change) implements Responder {

    @Override
    public void describe(Ruling ruling, BiConsumer<String, String> headers) {
        usual.describe(ruling, headers);
    }

    @Override
    public Reply denied(Verdict verdict) {
        return change.apply(usual.denied(verdict));
    }

    @Override
    public Reply crowded(Verdict verdict) {
        return change.apply(usual.crowded(verdict));
    }

    @Override
    public Reply ambiguousPath() {
        return usual.ambiguousPath();
    }

    @Override
    public List<String> headers() {
        return usual.headers();
    }
}
