/** Who calls: addresses, and which of those that a request names is the caller's. */
@NullMarked
package io.weir.classify;

import org.jspecify.annotations.NullMarked;
