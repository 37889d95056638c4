package io.weir.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The connection of a client and the corresponding connection to the server. */
final class Link {

    private final ProxyLoop loop;
    private final SocketChannel client;
    private final SocketChannel server;
    private final Flow requests;
    private final Flow replies;

    Link(SocketChannel client, SocketChannel server, ByteBudget replyBudget, ProxyLoop loop) throws IOException {
        this.loop = loop;
        this.client = client;
        this.server = server;
        this.requests = new Flow(this, client, server, new ByteBudget());
        this.replies = new Flow(this, server, client, replyBudget);
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        server.setOption(StandardSocketOptions.TCP_NODELAY, true);
        loop.register(client, ready -> serve(ready, requests, replies));
        loop.register(server, ready -> serve(ready, replies, requests));
        updateInterest();
    }

    DelayLine line() {
        return loop.line();
    }

    boolean isOpen() {
        return client.isOpen();
    }

    private static void serve(SelectionKey ready, Flow outgoing, Flow incoming) {
        if (ready.isReadable()) {
            outgoing.read();
        }
        if (ready.isValid() && ready.isWritable()) {
            incoming.flush();
        }
    }

    /** Registers for the operations that are possible now, so that no byte is read that could not be forwarded. */
    void updateInterest() {
        register(client, requests, replies);
        register(server, replies, requests);
    }

    private void register(SocketChannel channel, Flow outgoing, Flow incoming) {
        int reading = outgoing.wantsToRead() ? SelectionKey.OP_READ : 0;
        int writing = incoming.wantsToWrite() ? SelectionKey.OP_WRITE : 0;
        loop.register(channel, line().isStalled() ? 0 : reading | writing);
    }

    /** Closes the server's side only. */
    void loseServer() {
        requests.vanish();
        close(server);
        updateInterest();
    }

    void closeIfFinished() {
        if (requests.isFinished() && (replies.isFinished() || !server.isOpen())) {
            close(client);
            close(server);
        }
    }

    void reset() {
        reset(client);
        reset(server);
    }

    static void reset(SocketChannel channel) {
        try {
            if (channel.isOpen()) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        close(channel);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
