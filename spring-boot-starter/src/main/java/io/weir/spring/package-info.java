/** Rate limits for Spring applications, configured under {@code rate-limit}. */
@NullMarked
package io.weir.spring;

import org.jspecify.annotations.NullMarked;
