/**
 * The filter for applications with WebFlux, and its registration. No other package of the starter may need WebFlux. This
 * package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.web.reactive;

import org.jspecify.annotations.NullMarked;
