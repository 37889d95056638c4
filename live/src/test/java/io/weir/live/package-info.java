@NullMarked
package io.weir.live;

import org.jspecify.annotations.NullMarked;
