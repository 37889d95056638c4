/**
 * The {@link io.weir.policy.Gate} and what it works with: a policy of rules, bypasses, and the verdict on a request. The words of
 * a single rule belong into {@code io.weir.policy.rule}; how its rules are found belongs into {@code io.weir.policy.internal}.
 */
@NullMarked
package io.weir.policy;

import org.jspecify.annotations.NullMarked;
