/**
 * A {@link io.weir.policy.rule.Rule} and its parts: the requests it matches, the subjects it counts, and what a request costs.
 * Nothing here knows of other rules, of policies or of gates.
 */
@NullMarked
package io.weir.policy.rule;

import org.jspecify.annotations.NullMarked;
