/**
 * Compares a call of Envoy with an empty handler of the same gRPC server. Only gRPC is measured here; REST is measured in
 * service.
 */
@NullMarked
package io.weir.benchmarks.grpc;

import org.jspecify.annotations.NullMarked;
