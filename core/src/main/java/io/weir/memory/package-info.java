/**
 * The store in this process's memory, bounded in size: {@link io.weir.memory.MemoryStore} and the cells that it keeps. Nothing else of
 * Weir looks into the cells.
 */
@NullMarked
package io.weir.memory;

import org.jspecify.annotations.NullMarked;
