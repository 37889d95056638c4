@NullMarked
package io.weir.guard.bot;

import org.jspecify.annotations.NullMarked;
