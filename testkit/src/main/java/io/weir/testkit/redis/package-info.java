/** Real Redis processes to test on, and a proxy that makes the way to them bad. */
@NullMarked
package io.weir.testkit.redis;

import org.jspecify.annotations.NullMarked;
