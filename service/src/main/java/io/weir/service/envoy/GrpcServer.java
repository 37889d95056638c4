package io.weir.service.envoy;

import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.weir.service.envoy.port.BoundedPort;
import io.weir.service.envoy.port.SmallCalls;
import io.weir.service.envoy.wire.RateLimitServiceGrpc;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;

/** The port that Envoy calls: ShouldRateLimit, health and reflection. */
final class GrpcServer implements AutoCloseable {

    private static final long GRACE_SECONDS = 5;

    private final HealthStatusManager health = new HealthStatusManager();
    private final BoundedPort port;
    private final Server server;

    GrpcServer(EnvoySettings settings, EnvoyCallers callers, GrpcCalls calls) throws IOException {
        port = new BoundedPort(
                settings.limits(),
                RateLimitServiceGrpc.getShouldRateLimitMethod().getFullMethodName());
        TokenCheck tokenCheck = new TokenCheck(callers);
        server = port.server(new InetSocketAddress(settings.bind(), settings.grpcPort()))
                .addService(ServerInterceptors.intercept(calls, tokenCheck))
                // Orchestrators that ask for health have no token.
                .addService(SmallCalls.of(health.getHealthService().bindService()))
                .addService(ServerInterceptors.intercept(
                        SmallCalls.of(ProtoReflectionServiceV1.newInstance().bindService()), tokenCheck))
                .build();
        try {
            server.start();
        } catch (IOException failure) {
            port.close();
            if (isTaken(failure.getCause())) {
                throw new PortInUseException(settings.grpcPort(), failure);
            }
            throw failure;
        }
    }

    /** Netty's native sockets report it in the message only. */
    private static boolean isTaken(@Nullable Throwable cause) {
        return cause instanceof BindException
                || (cause != null && String.valueOf(cause.getMessage()).contains("Address already in use"));
    }

    int port() {
        return server.getPort();
    }

    void whenAnEventLoopEnds(Consumer<String> listener) {
        port.whenAnEventLoopEnds(listener);
    }

    /** Sets the status that the health service of gRPC reports. */
    void setServing(boolean serving) {
        ServingStatus status = serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
        health.setStatus("ratelimit", status);
    }

    /** Stops after pending calls have ended, or after a few seconds. */
    @Override
    public void close() {
        health.enterTerminalState();
        server.shutdown();
        try {
            if (!server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            port.close();
        }
    }
}
