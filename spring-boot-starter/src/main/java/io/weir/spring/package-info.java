/**
 * The types that a Spring application uses or implements: the {@link io.weir.spring.RateLimited} annotation, and the
 * interfaces behind API keys and callers. Everything else of the starter is configured under {@code rate-limit} and
 * lives in {@code io.weir.spring.internal}.
 */
@NullMarked
package io.weir.spring;

import org.jspecify.annotations.NullMarked;
