/**
 * Registers the servlet filter in applications with Spring MVC. The filter itself is
 * {@link io.weir.http.RateLimitFilter}, which knows nothing of Spring. This package is internal: its types may change in
 * any release.
 */
@NullMarked
package io.weir.spring.internal.web.servlet;

import org.jspecify.annotations.NullMarked;
