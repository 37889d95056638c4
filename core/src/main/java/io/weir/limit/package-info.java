/** What is counted: the five algorithms, their arithmetic on immutable states, and the clock. */
@NullMarked
package io.weir.limit;

import org.jspecify.annotations.NullMarked;
