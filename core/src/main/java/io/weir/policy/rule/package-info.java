/**
 * A {@link io.weir.policy.rule.Rule} and its parts: the requests it matches, the subjects it counts, and the cost of a
 * request. Nothing here knows about other rules, policies or gates.
 */
@NullMarked
package io.weir.policy.rule;

import org.jspecify.annotations.NullMarked;
