/** The service as Envoy knows it: the rate limit service v3 over gRPC, and the endpoints that envoyproxy/ratelimit has. */
@NullMarked
package io.weir.service.envoy;

import org.jspecify.annotations.NullMarked;
