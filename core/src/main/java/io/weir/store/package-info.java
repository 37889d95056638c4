/** Where it is counted: stores that hold one state per key and charge several limits as one. */
@NullMarked
package io.weir.store;

import org.jspecify.annotations.NullMarked;
