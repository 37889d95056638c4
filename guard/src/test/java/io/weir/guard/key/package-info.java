@NullMarked
package io.weir.guard.key;

import org.jspecify.annotations.NullMarked;
