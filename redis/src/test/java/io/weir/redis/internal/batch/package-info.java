@NullMarked
package io.weir.redis.internal.batch;

import org.jspecify.annotations.NullMarked;
