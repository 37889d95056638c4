@NullMarked
package io.weir.guard.secret;

import org.jspecify.annotations.NullMarked;
