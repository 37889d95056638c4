/**
 * Keys and audit in the memory of one process, for tests and trials. Nothing here outlives the process.
 */
@NullMarked
package io.weir.guard.memory;

import org.jspecify.annotations.NullMarked;
