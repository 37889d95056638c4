/**
 * A small text with a version, such as a policy, that several processes share and replace as a whole. Counters do not
 * belong here ({@link io.weir.store.Store} keeps them), nor does the meaning of the text.
 */
@NullMarked
package io.weir.document;

import org.jspecify.annotations.NullMarked;
