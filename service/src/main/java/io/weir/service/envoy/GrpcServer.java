package io.weir.service.envoy;

import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;

/** The port that Envoy calls: ShouldRateLimit, health and reflection. */
final class GrpcServer implements AutoCloseable {

    private static final int MOST_MESSAGE_BYTES = 4 * 1024 * 1024;
    private static final long SHORTEST_KEEP_ALIVE_SECONDS = 10;
    private static final long GRACE_SECONDS = 5;

    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;

    GrpcServer(EnvoySettings settings, GrpcCalls calls) throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(settings.bind(), settings.grpcPort()))
                .directExecutor()
                .maxInboundMessageSize(MOST_MESSAGE_BYTES)
                .permitKeepAliveTime(SHORTEST_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addService(ServerInterceptors.intercept(calls, new TokenCheck(settings.mayCheck())))
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .build();
        try {
            server.start();
        } catch (IOException failure) {
            if (isTaken(failure.getCause())) {
                throw new PortInUseException(settings.grpcPort(), failure);
            }
            throw failure;
        }
    }

    /** Netty's own sockets tell it by their message only. */
    private static boolean isTaken(@Nullable Throwable cause) {
        return cause instanceof BindException
                || (cause != null && String.valueOf(cause.getMessage()).contains("Address already in use"));
    }

    int port() {
        return server.getPort();
    }

    /** Tells those who ask for the health of the service. */
    void setServing(boolean serving) {
        ServingStatus status = serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
        health.setStatus("ratelimit", status);
    }

    /** Ends after what is in flight, or soon. */
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
        }
    }
}
