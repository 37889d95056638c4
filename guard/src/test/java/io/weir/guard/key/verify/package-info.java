@NullMarked
package io.weir.guard.key.verify;

import org.jspecify.annotations.NullMarked;
