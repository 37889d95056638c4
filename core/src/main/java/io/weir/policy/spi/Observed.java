package io.weir.policy.spi;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Subject;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A decided request as observers see it: a {@link Verdict}, or the result of another frontend of the same stores, such
 * as Envoy's descriptors. Logs and lists of top subjects treat both in the same way.
 */
public interface Observed {

    boolean allowed();

    /** Returns the ruling that denies the request for longest; empty if the request is allowed. */
    Optional<Ruling> decidedBy();

    /** Passes on the subject of each matched limit, and whether that limit denies the request. */
    void eachSubject(BiConsumer<Subject, Boolean> visitor);
}
