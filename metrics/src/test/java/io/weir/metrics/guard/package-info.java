@NullMarked
package io.weir.metrics.guard;

import org.jspecify.annotations.NullMarked;
