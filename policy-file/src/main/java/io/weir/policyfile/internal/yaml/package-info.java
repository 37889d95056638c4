/**
 * Syntax trees with places, typed access to their values, names among them, and the collection of mistakes. Nothing here
 * knows what a policy is. This package is for modules of Weir only and may change without notice.
 */
@NullMarked
package io.weir.policyfile.internal.yaml;

import org.jspecify.annotations.NullMarked;
