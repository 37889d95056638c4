package io.weir.http;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.RequestLimit;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Writes rate limit headers and the bodies of refusals. Implementations must be thread-safe, and write only numbers and names
 * of rules into headers, never text that the client sent.
 */
public interface Responder {

    /** Adds the headers that describe a ruling to the response of an allowed request, replacing headers of the same names. */
    void describe(Ruling ruling, BiConsumer<String, String> headers);

    /** Returns the refusal of a request that is not allowed, by what becomes of it. */
    default Refusal refusal(Verdict verdict) {
        return switch (verdict.action()) {
            case CHALLENGE -> challenged(verdict);
            case BLOCKED -> blocked(verdict);
            case DENY, ALLOW -> denied(verdict);
        };
    }

    /** Returns the refusal of a request that a rule denies. */
    Refusal denied(Verdict verdict);

    /** Returns the refusal of a request whose sender has to pass a challenge first. */
    default Refusal challenged(Verdict verdict) {
        return denied(verdict);
    }

    /** Returns the refusal of a request whose sender has to pass this challenge first. */
    default Refusal challenged(Verdict verdict, ChallengePrompt prompt) {
        return challenged(verdict);
    }

    /** Returns the refusal of a request whose answer to a challenge cannot be checked at present. */
    default Refusal uncheckable(Verdict verdict) {
        return denied(verdict);
    }

    /** Returns the refusal of a request whose sender is blocked for a time. */
    default Refusal blocked(Verdict verdict) {
        return denied(verdict);
    }

    /** Returns the refusal of a request that would have to be held while too many others are held already. */
    Refusal crowded(Verdict verdict);

    /** Returns the refusal of a request whose path is ambiguous. */
    Refusal ambiguousPath();

    /** Returns the refusal of a request that is not as requests for its path may be. */
    default Refusal unacceptable(RequestFault fault, RequestLimit limit) {
        return new Refusal(fault.status(), Map.of(), "");
    }

    /** The names of all headers that may be written, which cross-origin scripts are allowed to read. */
    List<String> headers();

    /** Returns a responder that changes all refusals but that of an ambiguous path, for example with {@link Refusal#withBody}. */
    default Responder withRefusals(UnaryOperator<Refusal> change) {
        return new ChangedResponder(this, change);
    }

    /** Returns the default responder: headers in a style, and problem details (RFC 9457) as bodies. */
    static Responder of(HeaderStyle style) {
        return new ProblemResponder(style);
    }
}
