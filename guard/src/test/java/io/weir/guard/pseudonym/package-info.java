@NullMarked
package io.weir.guard.pseudonym;

import org.jspecify.annotations.NullMarked;
