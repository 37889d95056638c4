@NullMarked
package io.weir.guard.login;

import org.jspecify.annotations.NullMarked;
