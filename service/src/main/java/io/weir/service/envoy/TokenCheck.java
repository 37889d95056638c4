package io.weir.service.envoy;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/** Lets only calls with the check token or an API key pass. Envoy sends the token if it is configured in initial_metadata. */
record TokenCheck(EnvoyCallers callers) implements ServerInterceptor {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (callers.mayCheck(
                headers.getAll(AUTHORIZATION), call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR))) {
            return next.startCall(call, headers);
        }
        call.close(Status.UNAUTHENTICATED.withDescription("send the token as authorization: Bearer …"), new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
