@NullMarked
package io.weir.redis.internal.script;

import org.jspecify.annotations.NullMarked;
