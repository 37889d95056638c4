package io.weir.live;

import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.RuntimeSettings;
import io.weir.policy.Policy;
import java.time.Instant;
import java.util.Optional;

/**
 * The state that a change starts from.
 *
 * @param document the stored document, or the last good one if the stored text cannot be read
 * @param version the version of the stored text, even if that text cannot be used
 * @param written the policy in the document's newest files; the last good one if they have mistakes
 * @param unusable why the stored text or its newest policy cannot be used, if so
 */
record PolicyDraft(PolicyDocument document, long version, Policy written, Instant now, Optional<String> unusable) {

    /** Throws if the stored text cannot be used: then only a change that replaces all of it makes sense. */
    PolicyDraft requireUsable() {
        unusable.ifPresent(why -> {
            throw new UnavailableException(
                    "nothing was changed, because " + why + "; push a policy to replace it (weir policy push)", null);
        });
        return this;
    }

    PolicyContent content() {
        return document.content();
    }

    RuntimeSettings runtime() {
        return content().runtime();
    }
}
