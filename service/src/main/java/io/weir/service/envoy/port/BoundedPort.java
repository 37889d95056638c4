package io.weir.service.envoy.port;

import io.grpc.DecompressorRegistry;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The transport of a gRPC server: its event loops, and the bounds on what clients make it hold. */
@SuppressWarnings("FutureReturnValueIgnored") // event loops end by themselves, and nobody needs to wait
public final class BoundedPort implements AutoCloseable {

    private static final int MOST_CALLS_PER_CONNECTION = 1_000;

    /** An Envoy whose calls all time out for a moment stays below this bound, and a flood of resets exceeds it. */
    private static final int MOST_RESETS = 3_000;

    private static final int RESET_WINDOW_SECONDS = 10;
    private static final int FLOW_CONTROL_WINDOW_BYTES = 64 * 1024;
    private static final long SHORTEST_KEEP_ALIVE_SECONDS = 10;
    private static final long KEEP_ALIVE_SECONDS = 60;

    private final PortLimits limits;
    private final EventLoopGroup accepting = loops("grpc-accept", 1);
    private final EventLoopGroup serving;
    private final OpenCalls calls;
    private final GrpcConnections connections;
    private volatile boolean closed;

    /**
     * Starts the event loops.
     *
     * @param mainMethod the full name of the method whose messages may have 256 KiB; messages of other methods may have 4 KiB
     */
    public BoundedPort(PortLimits limits, String mainMethod) {
        this.limits = limits;
        int loops = 2 * Runtime.getRuntime().availableProcessors();
        this.serving = loops("grpc", loops);
        this.calls = new OpenCalls(mainMethod, limits.callBytes() / loops);
        this.connections = new GrpcConnections(limits.connections(), calls);
    }

    private static EventLoopGroup loops(String name, int count) {
        IoHandlerFactory io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory(name, true), io);
    }

    /** A server on this transport, without services. Each service must {@linkplain OpenCall#listen listen} for large messages. */
    public NettyServerBuilder server(InetSocketAddress address) {
        return NettyServerBuilder.forAddress(address)
                .bossEventLoopGroup(accepting)
                .workerEventLoopGroup(serving)
                .channelFactory(listening())
                .directExecutor()
                .addStreamTracerFactory(calls)
                // OpenCall bounds messages instead, because it can answer calls whose message is too large.
                .maxInboundMessageSize(Integer.MAX_VALUE)
                // Compression is off, so that no small message can become a large one.
                .decompressorRegistry(DecompressorRegistry.emptyInstance())
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .maxConcurrentCallsPerConnection(MOST_CALLS_PER_CONNECTION)
                .maxRstFramesPerWindow(MOST_RESETS, RESET_WINDOW_SECONDS)
                .maxConnectionIdle(limits.idle().toNanos(), TimeUnit.NANOSECONDS)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(SHORTEST_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true);
    }

    private ChannelFactory<ServerChannel> listening() {
        return () -> {
            ServerChannel channel = Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
            channel.pipeline().addLast(connections);
            return channel;
        };
    }

    /** Calls back with the name of each event loop that ends while the port is open, for example after it ran out of memory. */
    public void whenAnEventLoopEnds(Consumer<String> told) {
        for (EventLoopGroup group : new EventLoopGroup[] {accepting, serving}) {
            for (EventExecutor loop : group) {
                loop.terminationFuture().addListener(ended -> {
                    if (!closed) {
                        told.accept(loop.toString());
                    }
                });
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        accepting.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        serving.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
