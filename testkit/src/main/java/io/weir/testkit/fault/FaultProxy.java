package io.weir.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy between clients and a local port that causes network faults on request. Each fault is in force when its
 * method returns. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {

    private final InetSocketAddress target;
    private final ServerSocketChannel listener;
    private final ProxyLoop loop = new ProxyLoop();
    private final ByteBudget replyBudget = new ByteBudget();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private Fault fault = Fault.NONE;

    private enum Fault {
        NONE,
        STALL,
        REFUSE,
        HALF_OPEN
    }

    private FaultProxy(int targetPort) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        this.listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        loop.register(listener, ready -> accept());
        loop.register(listener, SelectionKey.OP_ACCEPT);
    }

    /** Starts a proxy that forwards everything to the port. */
    public static FaultProxy before(int port) {
        try {
            FaultProxy proxy = new FaultProxy(port);
            proxy.loop.start();
            return proxy;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public int port() {
        return listener.socket().getLocalPort();
    }

    public String uri() {
        return "redis://127.0.0.1:" + port();
    }

    /** Returns how many clients are connected. */
    public int connections() {
        return (int) links.stream().filter(Link::isOpen).count();
    }

    /** Delays every byte by this time in each direction, so a round trip takes twice as long in addition. */
    public void delay(Duration oneWay) {
        loop.order(() -> loop.line().delay(oneWay.toNanos()));
    }

    /** Accepts connections, but forwards no byte in any direction until {@link #heal}. */
    public void stall() {
        loop.order(() -> become(Fault.STALL));
    }

    /** Resets all connections; clients can connect again. */
    public void cut() {
        loop.order(() -> links.forEach(Link::reset));
    }

    /** Resets every new connection at once; existing connections stay. */
    public void refuse() {
        loop.order(() -> become(Fault.REFUSE));
    }

    /** Resets one connection right after the n-th byte of replies from now on, counted over all connections. */
    public void cutAfterBytes(long bytes) {
        loop.order(() -> replyBudget.set(bytes));
    }

    /**
     * Closes all connections to the port and keeps the clients' connections open, so everything they send is lost. The
     * same happens to new connections until {@link #heal}; half-open connections stay so after that.
     */
    public void halfOpen() {
        loop.order(() -> {
            become(Fault.HALF_OPEN);
            links.forEach(Link::loseServer);
        });
    }

    /** Ends all faults and the delay; delayed bytes are delivered. */
    public void heal() {
        loop.order(() -> {
            loop.line().delay(0);
            replyBudget.clear();
            become(Fault.NONE);
        });
    }

    private void become(Fault next) {
        fault = next;
        loop.line().stalled(next == Fault.STALL);
        links.forEach(Link::updateInterest);
    }

    private void accept() throws IOException {
        SocketChannel client = listener.accept();
        if (client == null) {
            return;
        }
        links.removeIf(link -> !link.isOpen());
        if (fault == Fault.REFUSE) {
            Link.reset(client);
            return;
        }
        try {
            Link link = new Link(client, SocketChannel.open(target), replyBudget, loop);
            links.add(link);
            if (fault == Fault.HALF_OPEN) {
                link.loseServer();
            }
        } catch (IOException noServer) {
            Link.reset(client);
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
