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
import io.weir.service.envoy.wire.ByteMessages;
import io.weir.service.envoy.wire.InvalidCall;
import io.weir.service.envoy.wire.RateLimitServiceGrpc;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ShouldRateLimit over gRPC. It runs on the thread that brings the call or the answer of the store, and never blocks. */
final class GrpcCalls implements BindableService {

    private static final Logger LOG = LoggerFactory.getLogger(GrpcCalls.class);

    private final ShouldRateLimit limits;

    GrpcCalls(ShouldRateLimit limits) {
        this.limits = limits;
    }

    /** The generated service, except that {@link ShouldRateLimit} reads and writes the messages itself. */
    @Override
    public ServerServiceDefinition bindService() {
        ServiceDescriptor generated = RateLimitServiceGrpc.getServiceDescriptor();
        ByteMessages messages = new ByteMessages();
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

    /** Reads one message and decides it at once, without waiting for the client to end its side of the call. */
    private final class Listener extends ServerCall.Listener<byte[]> implements LargeMessageListener {

        private final ServerCall<byte[], byte[]> call;
        private boolean hasMessage;

        Listener(ServerCall<byte[], byte[]> call) {
            this.call = call;
            OpenCall.beginning().listen(this);
            call.request(1);
        }

        @Override
        public void onMessage(byte[] message) {
            hasMessage = true;
            // A call that was cancelled, or whose deadline has passed, must not be charged.
            if (!Context.current().isCancelled()) {
                shouldRateLimit(message, call);
            }
        }

        /** Denies the request: an Envoy that lets requests pass after an error would let this one pass after an error too. */
        @Override
        public void onLargeMessage() {
            hasMessage = true;
            answer(call, limits.denyTooLarge());
        }

        @Override
        public void onHalfClose() {
            if (!hasMessage) {
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
        } catch (ShouldRateLimit.NothingLoaded nothing) {
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
        LOG.error("A call of Envoy failed", failure);
        refuse(call, Status.INTERNAL.withDescription("the limits could not be decided; the log says why"));
    }

    private static void refuse(ServerCall<byte[], byte[]> call, Status status) {
        call.close(status, new Metadata());
    }
}
