package io.weir.bench;

import io.weir.bench.BenchConnection.Target;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** A thread of a bench: keeps its connections busy, each with one check in flight. */
final class BenchLoop implements Runnable {

    private final Target target;
    private final int share;
    private final BenchTally tally;
    private final Duration patience;
    private final Set<BenchConnection> busy = new HashSet<>();

    BenchLoop(Target target, int share, BenchTally tally, Duration patience) {
        this.target = target;
        this.share = share;
        this.tally = tally;
        this.patience = patience;
    }

    @Override
    public void run() {
        try (Selector selector = Selector.open()) {
            try {
                load(selector);
            } finally {
                for (BenchConnection left : busy) {
                    left.close();
                }
            }
        } catch (IOException | RuntimeException broken) {
            tally.giveUp(String.valueOf(broken.getMessage()));
        }
    }

    private void load(Selector selector) throws IOException {
        for (int number = 0; number < share; number++) {
            open(selector);
        }
        long lookNanos = patience.toNanos() / 10;
        long looked = System.nanoTime();
        while (!busy.isEmpty()) {
            selector.select(lookNanos / 1_000_000);
            for (SelectionKey key : selector.selectedKeys()) {
                read((BenchConnection) key.attachment(), selector);
            }
            selector.selectedKeys().clear();
            long now = System.nanoTime();
            if (now - looked >= lookNanos) {
                looked = now;
                refuseSilence(now);
            }
        }
    }

    private void open(Selector selector) throws IOException {
        BenchConnection connection = new BenchConnection(target.address());
        busy.add(connection);
        connection.register(selector);
        next(connection);
    }

    private void next(BenchConnection connection) throws IOException {
        int number = tally.takeNumber();
        if (number == BenchTally.NONE) {
            close(connection);
        } else {
            connection.send(target.check(number));
        }
    }

    private void read(BenchConnection connection, Selector selector) throws IOException {
        try {
            int status = connection.read();
            if (status == 0) {
                return;
            }
            tally.answered(status, System.nanoTime() - connection.sentNanos());
            if (!connection.isOver()) {
                next(connection);
                return;
            }
        } catch (IOException broken) {
            if (!connection.hasAnswered()) {
                throw broken;
            }
            tally.failed(String.valueOf(broken.getMessage()));
        }
        close(connection);
        open(selector);
    }

    private void close(BenchConnection connection) throws IOException {
        busy.remove(connection);
        connection.close();
    }

    private void refuseSilence(long now) throws IOException {
        for (BenchConnection connection : busy) {
            if (now - connection.sentNanos() > patience.toNanos()) {
                throw new IOException("the server did not answer for " + patience.toMillis() / 1000.0 + " s");
            }
        }
    }
}
