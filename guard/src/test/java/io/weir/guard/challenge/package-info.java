@NullMarked
package io.weir.guard.challenge;

import org.jspecify.annotations.NullMarked;
