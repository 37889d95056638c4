/**
 * The playground: what limits would decide about a drawn traffic. It asks a store in memory with a clock of its own, and never the
 * counters of the service.
 */
@NullMarked
package io.weir.service.playground;

import org.jspecify.annotations.NullMarked;
