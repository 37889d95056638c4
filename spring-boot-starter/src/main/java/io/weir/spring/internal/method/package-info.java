/**
 * Limits calls of {@link io.weir.spring.RateLimited} methods through Spring's proxies. The filters of requests do not
 * depend on this package. This package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.method;

import org.jspecify.annotations.NullMarked;
