package io.weir.service.envoy;

import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.weir.service.envoy.wire.RateLimitRequest;
import io.weir.service.envoy.wire.RateLimitServiceGrpc;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ShouldRateLimit over gRPC, on the thread that brings the call or the store's answer: nothing here waits. */
final class GrpcCalls implements BindableService {

    private static final Logger LOG = LoggerFactory.getLogger(GrpcCalls.class);

    private final RateLimits limits;

    GrpcCalls(RateLimits limits) {
        this.limits = limits;
    }

    /** The service as it is generated, but for answers that are written already. */
    @Override
    public ServerServiceDefinition bindService() {
        ServiceDescriptor generated = RateLimitServiceGrpc.getServiceDescriptor();
        MethodDescriptor<RateLimitRequest, byte[]> method = RateLimitServiceGrpc.getShouldRateLimitMethod().toBuilder(
                        RateLimitServiceGrpc.getShouldRateLimitMethod().getRequestMarshaller(), new WrittenMessages())
                .build();
        ServiceDescriptor service = ServiceDescriptor.newBuilder(generated.getName())
                .setSchemaDescriptor(generated.getSchemaDescriptor())
                .addMethod(method)
                .build();
        return ServerServiceDefinition.builder(service)
                .addMethod(method, ServerCalls.asyncUnaryCall(this::shouldRateLimit))
                .build();
    }

    private void shouldRateLimit(RateLimitRequest request, StreamObserver<byte[]> observer) {
        if (Context.current().isCancelled()) {
            // Its deadline has passed or the client has left: nobody is to be charged for it.
            return;
        }
        ServerCallStreamObserver<byte[]> call = (ServerCallStreamObserver<byte[]>) observer;
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

    private static void fail(StreamObserver<byte[]> call, Throwable failure) {
        LOG.error("A call of Envoy's failed", failure);
        call.onError(Status.INTERNAL
                .withDescription("the limits could not be decided; the log says why")
                .asException());
    }
}
