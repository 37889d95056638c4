package io.weir.service.envoy;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.weir.service.envoy.wire.RateLimitRequest;
import io.weir.service.envoy.wire.RateLimitResponse;
import io.weir.service.envoy.wire.RateLimitServiceGrpc;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ShouldRateLimit over gRPC, on the thread that brings the call or the store's answer: nothing here waits. */
final class GrpcCalls extends RateLimitServiceGrpc.RateLimitServiceImplBase {

    private static final Logger LOG = LoggerFactory.getLogger(GrpcCalls.class);

    private final RateLimits limits;

    GrpcCalls(RateLimits limits) {
        this.limits = limits;
    }

    @Override
    public void shouldRateLimit(RateLimitRequest request, StreamObserver<RateLimitResponse> observer) {
        if (Context.current().isCancelled()) {
            // Its deadline has passed or the client has left: nobody is to be charged for it.
            return;
        }
        ServerCallStreamObserver<RateLimitResponse> call = (ServerCallStreamObserver<RateLimitResponse>) observer;
        // Without this, answering somebody who has left meanwhile would throw.
        call.setOnCancelHandler(() -> {});
        try {
            limits.decide(request).whenComplete((response, failure) -> {
                if (failure == null) {
                    call.onNext(response);
                    call.onCompleted();
                } else {
                    fail(call, failure);
                }
            });
        } catch (BadRequest bad) {
            call.onError(
                    Status.INVALID_ARGUMENT.withDescription(bad.getMessage()).asException());
        } catch (RateLimits.NothingLoaded nothing) {
            call.onError(
                    Status.UNAVAILABLE.withDescription(nothing.getMessage()).asException());
        } catch (RuntimeException failure) {
            fail(call, failure);
        }
    }

    private static void fail(StreamObserver<RateLimitResponse> call, Throwable failure) {
        LOG.error("A call of Envoy's failed", failure);
        call.onError(Status.INTERNAL
                .withDescription("the limits could not be decided; the log says why")
                .asException());
    }
}
