/** Policies that change while everything runs: one versioned document for a whole fleet, or a file that is watched. */
@NullMarked
package io.weir.live;

import org.jspecify.annotations.NullMarked;
