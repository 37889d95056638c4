package io.weir.service.envoy;

import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.weir.service.envoy.port.LargeMessageListener;
import io.weir.service.envoy.port.OpenCall;
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

    /** The service as it is generated, but for messages, which {@link RateLimits} reads and writes itself. */
    @Override
    public ServerServiceDefinition bindService() {
        ServiceDescriptor generated = RateLimitServiceGrpc.getServiceDescriptor();
        WrittenMessages messages = new WrittenMessages();
        MethodDescriptor<byte[], byte[]> method = RateLimitServiceGrpc.getShouldRateLimitMethod().toBuilder(
                        messages, messages)
                .build();
        ServiceDescriptor service = ServiceDescriptor.newBuilder(generated.getName())
                .setSchemaDescriptor(generated.getSchemaDescriptor())
                .addMethod(method)
                .build();
        return ServerServiceDefinition.builder(service)
                .addMethod(method, (call, headers) -> new Listener(call))
                .build();
    }

    /** Reads one message and decides at once: no message is kept until the client says that it was the last. */
    private final class Listener extends ServerCall.Listener<byte[]> implements LargeMessageListener {

        private final ServerCall<byte[], byte[]> call;
        private boolean asked;

        Listener(ServerCall<byte[], byte[]> call) {
            this.call = call;
            OpenCall.beginning().listen(this);
            call.request(1);
        }

        @Override
        public void onMessage(byte[] message) {
            asked = true;
            // A call that was cancelled, or whose deadline has passed, must not be charged.
            if (!Context.current().isCancelled()) {
                shouldRateLimit(message, call);
            }
        }

        /** An error would let the request pass, where Envoy is told to let pass what could not be decided. */
        @Override
        public void onLargeMessage() {
            asked = true;
            answer(call, limits.denyTooLarge());
        }

        @Override
        public void onHalfClose() {
            if (!asked) {
                refuse(call, Status.INVALID_ARGUMENT.withDescription("send one RateLimitRequest"));
            }
        }
    }

    private void shouldRateLimit(byte[] message, ServerCall<byte[], byte[]> call) {
        try {
            limits.decide(message).whenComplete((response, failure) -> {
                if (failure == null) {
                    answer(call, response);
                } else {
                    fail(call, failure);
                }
            });
        } catch (InvalidCall bad) {
            refuse(call, Status.INVALID_ARGUMENT.withDescription(bad.getMessage()));
        } catch (RateLimits.NothingLoaded nothing) {
            refuse(call, Status.UNAVAILABLE.withDescription(nothing.getMessage()));
        } catch (RuntimeException failure) {
            fail(call, failure);
        }
    }

    private static void answer(ServerCall<byte[], byte[]> call, byte[] response) {
        call.sendHeaders(new Metadata());
        call.sendMessage(response);
        call.close(Status.OK, new Metadata());
    }

    private static void fail(ServerCall<byte[], byte[]> call, Throwable failure) {
        LOG.error("A call of Envoy's failed", failure);
        refuse(call, Status.INTERNAL.withDescription("the limits could not be decided; the log says why"));
    }

    private static void refuse(ServerCall<byte[], byte[]> call, Status status) {
        call.close(status, new Metadata());
    }
}
