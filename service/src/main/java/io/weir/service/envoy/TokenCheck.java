package io.weir.service.envoy;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.weir.service.http.Forbidden;

/** Lets only calls with the check token or an API key pass. Envoy sends the token if it is configured in initial_metadata. */
record TokenCheck(EnvoyCallers callers) implements ServerInterceptor {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Status status = status(call, headers);
        if (status.isOk()) {
            return next.startCall(call, headers);
        }
        call.close(status, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private Status status(ServerCall<?, ?> call, Metadata headers) {
        try {
            return callers.mayCheck(
                            headers.getAll(AUTHORIZATION), call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR))
                    ? Status.OK
                    : Status.UNAUTHENTICATED.withDescription("send the token as authorization: Bearer …");
        } catch (Forbidden lacksScope) {
            return Status.PERMISSION_DENIED.withDescription(lacksScope.detail());
        }
    }
}
