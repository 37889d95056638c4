package io.weir.policy.spi;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Subject;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A decided request as observers see it. It is a {@link Verdict}, or what another front of the same stores made of its limits, such
 * as Envoy's descriptors; logs and the hottest subjects need not know which.
 */
public interface Observed {

    boolean allowed();

    /** The ruling that denies the request for longest; none if the request is allowed. */
    Optional<Ruling> decidedBy();

    /** Shows the subject of each limit that was met, and whether that limit denies the request. */
    void eachSubject(BiConsumer<Subject, Boolean> visitor);
}
