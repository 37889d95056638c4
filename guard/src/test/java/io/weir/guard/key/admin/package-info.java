@NullMarked
package io.weir.guard.key.admin;

import org.jspecify.annotations.NullMarked;
