/**
 * An independent and exact model of each algorithm, and of a store that holds such models, to compare a store with. No code of the
 * limits under test may be used here.
 */
@NullMarked
package io.weir.testkit.oracle;

import org.jspecify.annotations.NullMarked;
