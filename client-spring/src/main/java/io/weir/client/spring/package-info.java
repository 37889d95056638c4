/**
 * Patience for Spring's RestClient and WebClient, above whatever HTTP client they use. Nothing but applications depends on
 * it.
 */
@NullMarked
package io.weir.client.spring;

import org.jspecify.annotations.NullMarked;
