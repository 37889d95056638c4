package io.weir.service.envoy.port;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * Rejects messages that are too large, and with INVALID_ARGUMENT messages that cannot be parsed; gRPC itself would log a stack
 * trace for each.
 */
public final class SmallCalls implements ServerInterceptor {

    private SmallCalls() {}

    public static ServerServiceDefinition of(ServerServiceDefinition service) {
        // With this marshaller, messages are parsed after the interceptor, which can then see the parser fail.
        return ServerInterceptors.intercept(ServerInterceptors.useInputStreamMessages(service), new SmallCalls());
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        RefusingListener<Q> listener = new RefusingListener<>(call, next.startCall(call, headers));
        OpenCall.beginning().listen(listener);
        return listener;
    }

    private static final class RefusingListener<Q> extends SimpleForwardingServerCallListener<Q>
            implements LargeMessageListener {

        private final ServerCall<Q, ?> call;
        private boolean hasRefused;

        RefusingListener(ServerCall<Q, ?> call, ServerCall.Listener<Q> next) {
            super(next);
            this.call = call;
        }

        @Override
        public void onMessage(Q message) {
            try {
                super.onMessage(message);
            } catch (StatusRuntimeException malformed) {
                refuse(Status.INVALID_ARGUMENT.withDescription("the message is malformed"));
            }
        }

        @Override
        public void onLargeMessage() {
            refuse(Status.RESOURCE_EXHAUSTED.withDescription("the message is too large"));
        }

        @Override
        public void onHalfClose() {
            if (!hasRefused) {
                super.onHalfClose();
            }
        }

        private void refuse(Status status) {
            hasRefused = true;
            call.close(status, new Metadata());
        }
    }
}
