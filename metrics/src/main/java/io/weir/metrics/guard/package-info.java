/**
 * Meters of API keys and their audit. Only this package needs weir-guard, which an application without API keys leaves out.
 */
@NullMarked
package io.weir.metrics.guard;

import org.jspecify.annotations.NullMarked;
