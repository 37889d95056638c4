/**
 * The JSON form of policy documents, and files that only their owner may read. This package is for modules of Weir
 * only: it may change without notice, and types that users of the library need do not belong here.
 */
@NullMarked
package io.weir.live.internal;

import org.jspecify.annotations.NullMarked;
