/**
 * Bounds what a gRPC port holds at one time: connections, calls and unfinished messages. Nothing here knows of rate limits.
 */
@NullMarked
package io.weir.service.envoy.port;

import org.jspecify.annotations.NullMarked;
