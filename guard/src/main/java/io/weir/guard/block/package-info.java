/**
 * Blocks: subjects none of whose requests are allowed for a time, shared by a fleet as one document. What a block does to a
 * request is decided by the gate; nothing here reads requests except to find their block.
 */
@NullMarked
package io.weir.guard.block;

import org.jspecify.annotations.NullMarked;
