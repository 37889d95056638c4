/**
 * Meters of stores: times of calls, errors, memory, safeguards and batches. Meters that belong to a rule of a policy live in
 * {@code io.weir.metrics}.
 */
@NullMarked
package io.weir.metrics.store;

import org.jspecify.annotations.NullMarked;
