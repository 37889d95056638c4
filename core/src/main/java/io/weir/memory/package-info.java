/**
 * The store in this process's memory, bounded in size: {@link io.weir.memory.MemoryStore} and its cells. The cells are
 * private to this package.
 */
@NullMarked
package io.weir.memory;

import org.jspecify.annotations.NullMarked;
