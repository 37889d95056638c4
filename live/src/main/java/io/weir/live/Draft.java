package io.weir.live;

import io.weir.policy.Policy;
import java.time.Instant;

/**
 * What somebody is about to change.
 *
 * @param written the policy in its newest texts
 */
record Draft(PolicyDocument document, Policy written, Instant now) {

    PolicyContent content() {
        return document.content();
    }

    Switches switches() {
        return content().switches();
    }
}
