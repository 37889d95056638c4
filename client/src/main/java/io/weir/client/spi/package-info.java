/**
 * The decisions about calls, apart from any HTTP client: lanes, what headers say, and what follows from an answer. For
 * the modules of Weir that send calls; it is no promise to applications.
 */
@NullMarked
package io.weir.client.spi;

import org.jspecify.annotations.NullMarked;
