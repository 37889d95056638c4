@NullMarked
package io.weir.guard.jwt;

import org.jspecify.annotations.NullMarked;
