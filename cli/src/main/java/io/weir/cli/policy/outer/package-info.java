/** Writes the part of a policy that a layer in front of Weir can enforce by itself, in that layer's own language. */
@NullMarked
package io.weir.cli.policy.outer;

import org.jspecify.annotations.NullMarked;
