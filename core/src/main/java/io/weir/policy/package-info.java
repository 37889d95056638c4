/**
 * The {@link io.weir.policy.Gate} and the types around it: policies of rules, bypasses, and verdicts on requests. The
 * parts of a single rule belong in {@code io.weir.policy.rule}; the search for matching rules belongs in
 * {@code io.weir.policy.internal}.
 */
@NullMarked
package io.weir.policy;

import org.jspecify.annotations.NullMarked;
