/** Files that only their owner may read. For other modules of Weir only: nothing here is a promise to users of the library. */
@NullMarked
package io.weir.live.internal;

import org.jspecify.annotations.NullMarked;
