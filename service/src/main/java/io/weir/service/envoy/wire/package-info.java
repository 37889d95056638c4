/**
 * Reads requests of Envoy from bytes and writes responses to bytes. Nothing here decides or counts.
 */
@NullMarked
package io.weir.service.envoy.wire;

import org.jspecify.annotations.NullMarked;
