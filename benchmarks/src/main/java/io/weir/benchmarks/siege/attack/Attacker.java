package io.weir.benchmarks.siege.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * An attack by many connections, in a process of its own with one thread. Its time begins with
 * the first connection that is accepted. It ends by itself when that is over, or when its requests
 * are used up and answered, and hangs up by ending.
 *
 * <p>It comes from several addresses of the loopback network, none of which is 127.0.0.1: a service that counts connections by
 * address can tell the attackers from others.
 */
public final class Attacker {

    private static final int ADDRESSES = 8;
    private static final int MOST_OPENED_AT_ONCE = 128;
    private static final long LONGEST_START_SECONDS = 60;
    private static final long TICK_MILLIS = 10;

    private final Attack attack;
    private final int[] ports;
    private final Sequence numbers;
    private final AttackTally tally = new AttackTally();
    private final Selector selector;
    private final ByteBuffer in = ByteBuffer.allocateDirect(256 * 1024);
    private int toOpen;
    private int opened;
    private boolean started;

    private Attacker(Attack attack, int connections, long mostRequests, int... ports) throws IOException {
        this.attack = attack;
        this.ports = ports;
        this.toOpen = connections;
        this.numbers = new Sequence(mostRequests);
        this.selector = Selector.open();
    }

    /** Arguments: the attack, connections, seconds, the most requests, ports. */
    public static void main(String[] arguments) throws IOException {
        int[] ports = new int[arguments.length - 4];
        for (int i = 0; i < ports.length; i++) {
            ports[i] = Integer.parseInt(arguments[i + 4]);
        }
        new Attacker(Attack.valueOf(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[3]), ports)
                .run(Long.parseLong(arguments[2]));
    }

    private void run(long seconds) throws IOException {
        long nextTick = System.nanoTime();
        long start = nextTick;
        long end = start + LONGEST_START_SECONDS * 1_000_000_000L;
        while (System.nanoTime() < end && !(numbers.usedUp() && allAnswered())) {
            if (!started && tally.count("opened") > 0) {
                started = true;
                start = System.nanoTime();
                end = start + seconds * 1_000_000_000L;
            }
            if (System.nanoTime() >= nextTick) {
                openSome();
                nextTick = System.nanoTime() + TICK_MILLIS * 1_000_000;
            }
            selector.select(TICK_MILLIS);
            for (SelectionKey key : selector.selectedKeys()) {
                handle(key);
            }
            selector.selectedKeys().clear();
        }
        tally.add(
                "held",
                selector.keys().stream()
                        .filter(key -> key.isValid() && ((SocketChannel) key.channel()).isConnected())
                        .count());
        tally.add("millis", (System.nanoTime() - start) / 1_000_000);
        System.out.println(tally.line());
    }

    private boolean allAnswered() {
        return tally.count("answers") >= numbers.taken();
    }

    private void openSome() throws IOException {
        for (int i = 0; i < MOST_OPENED_AT_ONCE && toOpen > 0; i++) {
            toOpen--;
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            AttackClient client = attack.client(numbers, tally);
            if (!client.reads()) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            }
            channel.bind(new InetSocketAddress(source(), 0));
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT, client);
            int port = ports[opened % ports.length];
            opened++;
            try {
                channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException refused) {
                hangUp(key, "refused");
            }
        }
    }

    private InetAddress source() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + opened % ADDRESSES)});
    }

    private void handle(SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable()) {
                channel.finishConnect();
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                tally.add("opened", 1);
            } else if (key.isReadable() && !read(channel, (AttackClient) key.attachment())) {
                hangUp(key, "closed");
                return;
            }
            write(key, channel, (AttackClient) key.attachment());
        } catch (IOException failure) {
            hangUp(key, channel.isConnected() ? "closed" : "refused");
        }
    }

    private boolean read(SocketChannel channel, AttackClient client) throws IOException {
        in.clear();
        if (channel.read(in) < 0) {
            return false;
        }
        client.received(in.flip());
        return true;
    }

    private static void write(SelectionKey key, SocketChannel channel, AttackClient client) throws IOException {
        ByteBuffer out = client.toSend();
        if (out.hasRemaining()) {
            channel.write(out);
        }
        int reading = client.reads() ? SelectionKey.OP_READ : 0;
        key.interestOps(client.toSend().hasRemaining() ? reading | SelectionKey.OP_WRITE : reading);
    }

    private void hangUp(SelectionKey key, String why) throws IOException {
        tally.add(why, 1);
        key.channel().close();
        if (((AttackClient) key.attachment()).comesBack()) {
            toOpen++;
        }
    }
}
