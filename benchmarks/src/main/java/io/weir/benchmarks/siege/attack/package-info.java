/**
 * The connections that attack a service, in a process of their own. Nothing here measures how other callers fare.
 */
@NullMarked
package io.weir.benchmarks.siege.attack;

import org.jspecify.annotations.NullMarked;
