@NullMarked
package io.weir.guard;

import org.jspecify.annotations.NullMarked;
