/** What a call of Envoy's costs, beside an empty handler of the same gRPC server. */
@NullMarked
package io.weir.benchmarks.grpc;

import org.jspecify.annotations.NullMarked;
