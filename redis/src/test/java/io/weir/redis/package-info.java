@NullMarked
package io.weir.redis;

import org.jspecify.annotations.NullMarked;
