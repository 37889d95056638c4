@NullMarked
package io.weir.testkit.redis;

import org.jspecify.annotations.NullMarked;
