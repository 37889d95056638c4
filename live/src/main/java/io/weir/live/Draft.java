package io.weir.live;

import io.weir.policy.Policy;
import java.time.Instant;
import java.util.Optional;

/**
 * What somebody is about to change.
 *
 * @param version that of the document in its home, even if it cannot be used
 * @param written the policy in its newest texts
 * @param unusable why the document in its home cannot be used, if it cannot
 */
record Draft(PolicyDocument document, long version, Policy written, Instant now, Optional<String> unusable) {

    /** Throws if what is in the home cannot be used: then only a change that replaces all of it makes sense. */
    Draft requireUsable() {
        unusable.ifPresent(why -> {
            throw new UnavailableException(
                    "nothing was changed, for " + why + "; push a policy to replace it (weir policy push)", null);
        });
        return this;
    }

    PolicyContent content() {
        return document.content();
    }

    Switches switches() {
        return content().switches();
    }
}
