package io.weir.testkit.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;

/** The bytes of one direction of a link. */
final class Flow {

    private static final ByteBuffer END = ByteBuffer.allocate(0);
    private static final int LARGEST_READ = 1 << 16;
    private static final int MOST_ON_THE_WAY = 1 << 23;

    private final Link link;
    private final SocketChannel from;
    private final SocketChannel to;
    private final ByteBudget budget;
    private final ByteBuffer received = ByteBuffer.allocateDirect(LARGEST_READ);
    private final Queue<ByteBuffer> due = new ArrayDeque<>();
    private int onTheWay;
    private boolean ended;
    private boolean finished;
    private boolean vanishing;

    Flow(Link link, SocketChannel from, SocketChannel to, ByteBudget budget) {
        this.link = link;
        this.from = from;
        this.to = to;
        this.budget = budget;
    }

    boolean wantsToRead() {
        return !ended && onTheWay < MOST_ON_THE_WAY;
    }

    boolean wantsToWrite() {
        return !due.isEmpty();
    }

    boolean isFinished() {
        return finished;
    }

    /** Reads what arrives and forwards nothing. */
    void vanish() {
        vanishing = true;
    }

    void read() {
        try {
            received.clear();
            ended = from.read(received) < 0;
            received.flip();
            if (vanishing) {
                finished = ended;
                link.closeIfFinished();
            } else if (ended) {
                link.line().add(this, END);
            } else {
                onTheWay += received.remaining();
                link.line()
                        .add(
                                this,
                                ByteBuffer.allocate(received.remaining())
                                        .put(received)
                                        .flip());
            }
            link.updateInterest();
        } catch (IOException broken) {
            link.reset();
        }
    }

    void deliver(ByteBuffer bytes) {
        if (to.isOpen()) {
            due.add(bytes);
            flush();
        }
    }

    /** Writes the bytes that are due, as many as the receiver accepts. */
    void flush() {
        try {
            for (ByteBuffer next = due.peek(); next != null && writes(next); next = due.peek()) {
                due.remove();
            }
            link.updateInterest();
        } catch (IOException broken) {
            link.reset();
        }
    }

    private boolean writes(ByteBuffer bytes) throws IOException {
        if (bytes == END) {
            to.shutdownOutput();
            finished = true;
            link.closeIfFinished();
            return true;
        }
        int written = to.write(bytes.slice(bytes.position(), budget.allowed(bytes.remaining())));
        bytes.position(bytes.position() + written);
        onTheWay -= written;
        budget.spend(written);
        if (budget.isSpent()) {
            budget.clear();
            throw new IOException("cut as ordered");
        }
        return !bytes.hasRemaining();
    }
}
