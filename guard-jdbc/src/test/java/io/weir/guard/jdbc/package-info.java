@NullMarked
package io.weir.guard.jdbc;

import org.jspecify.annotations.NullMarked;
