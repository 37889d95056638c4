@NullMarked
package io.weir.guard.block;

import org.jspecify.annotations.NullMarked;
