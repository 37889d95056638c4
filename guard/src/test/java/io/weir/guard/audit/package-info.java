@NullMarked
package io.weir.guard.audit;

import org.jspecify.annotations.NullMarked;
