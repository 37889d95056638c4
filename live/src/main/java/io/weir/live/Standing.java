package io.weir.live;

import io.weir.policy.Policy;
import java.util.List;
import java.util.Optional;

/**
 * What is in force here, and where it comes from.
 *
 * @param document empty where a file owns the policy
 * @param policy what is in force, with all that is set beside the texts
 * @param ignored which switches do nothing, and why
 * @param problem why it may not be what it should be: what is newer cannot be read, or nobody can be asked
 */
public record Standing(
        PolicyDocument document, PolicyContent content, Policy policy, List<String> ignored, Optional<String> problem) {

    static final Standing NOTHING = of(Policy.of());

    /** Nothing is known but that. */
    static Standing of(Policy policy) {
        return new Standing(PolicyDocument.EMPTY, PolicyContent.EMPTY, policy, List.of(), Optional.empty());
    }

    public Optional<Revision> revision() {
        return document.newest();
    }

    Standing with(Optional<String> other) {
        return new Standing(document, content, policy, ignored, other);
    }
}
