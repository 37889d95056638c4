package io.weir.http;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Words what becomes of a request. What it writes into headers must be numbers and names of rules, nothing a caller sent. */
public interface Responder {

    /** Adds to a response that goes on what its caller has to know of that ruling; headers of these names are replaced. */
    void describe(Ruling ruling, BiConsumer<String, String> headers);

    /** For a request that a rule denies. */
    Reply denied(Verdict verdict);

    /** For a request that is allowed, but would have to be held while too many others are already. */
    Reply crowded(Verdict verdict);

    /** For a request whose path can be read in more than one way. */
    Reply ambiguousPath();

    /** The names of all headers it may write, which scripts from elsewhere have to be allowed to read. */
    List<String> headers();

    /** One like it whose replies to denied and crowded requests are changed, such as by {@link Reply#withBody}. */
    default Responder withRefusals(UnaryOperator<Reply> change) {
        return new ChangedResponder(this, change);
    }

    /** Headers in that style, and problem details as bodies. */
    static Responder of(HeaderStyle style) {
        return new ProblemResponder(style);
    }
}
