/**
 * Readers of the parts of a policy: rules, matches, limits, overrides, bypasses. They know neither files nor
 * properties, only syntax trees. This package is for modules of Weir only and may change without notice.
 */
@NullMarked
package io.weir.policyfile.internal.read;

import org.jspecify.annotations.NullMarked;
