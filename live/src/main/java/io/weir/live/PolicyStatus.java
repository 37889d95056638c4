package io.weir.live;

import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.policy.Policy;
import java.util.List;
import java.util.Optional;

/**
 * The policy that is in force in this process, and its origin.
 *
 * @param document the followed document; empty if the policy comes from a watched file
 * @param policy the policy in force, with runtime settings applied
 * @param ignored runtime settings that have no effect, each with the reason
 * @param problem why a newer policy may exist that is not in force: it cannot be read, or the document is unavailable
 */
public record PolicyStatus(
        PolicyDocument document, PolicyContent content, Policy policy, List<String> ignored, Optional<String> problem) {

    static final PolicyStatus NONE = of(Policy.of());

    /** The status of a policy that comes from neither a document nor a file. */
    static PolicyStatus of(Policy policy) {
        return new PolicyStatus(PolicyDocument.EMPTY, PolicyContent.EMPTY, policy, List.of(), Optional.empty());
    }

    public Optional<Revision> revision() {
        return document.newest();
    }

    PolicyStatus withProblem(Optional<String> other) {
        return new PolicyStatus(document, content, policy, ignored, other);
    }
}
