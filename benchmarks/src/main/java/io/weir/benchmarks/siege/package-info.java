/**
 * Floods a running service, and reports what it answers, what it holds, and whether it survives. Attackers live in attack, the
 * callers that measure in probe.
 */
@NullMarked
package io.weir.benchmarks.siege;

import org.jspecify.annotations.NullMarked;
