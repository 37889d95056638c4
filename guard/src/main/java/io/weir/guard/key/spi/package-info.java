/**
 * What must be kept of keys for good, and the port to where it is kept. Issuers and verifiers of keys build on it; it is no
 * promise to applications.
 */
@NullMarked
package io.weir.guard.key.spi;

import org.jspecify.annotations.NullMarked;
