package io.weir.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The single thread that moves all bytes of a proxy.
 *
 * <p>A selector measures its timeout in milliseconds. So while delayed bytes are about to become due, the thread sleeps
 * in short slices and looks for new bytes in between. A byte is never early, and about one slice late at most.
 */
final class ProxyLoop {

    private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long SLICED_MILLIS = 3;
    private static final long LONGEST_ORDER_SECONDS = 30;

    private final Selector selector;
    private final DelayLine line = new DelayLine();
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "fault-proxy");
    private volatile boolean closed;

    /** Handles a channel that is ready. */
    interface Served {
        void serve(SelectionKey ready) throws IOException;
    }

    ProxyLoop() throws IOException {
        this.selector = Selector.open();
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    DelayLine line() {
        return line;
    }

    void register(SelectableChannel channel, Served served) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, 0, served);
    }

    /** Registers for operations of the channel; does nothing if the channel is closed. */
    void register(SelectableChannel channel, int operations) {
        SelectionKey key = channel.keyFor(selector);
        if (key != null && key.isValid()) {
            key.interestOps(operations);
        }
    }

    /** Runs an action on the thread, and waits until it is done. */
    void order(Runnable change) {
        if (closed) {
            throw new IllegalStateException("the proxy is closed");
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        orders.add(() -> {
            try {
                change.run();
                // A closed channel is deregistered only by the next select.
                selector.selectNow();
                done.complete(null);
            } catch (IOException | RuntimeException failure) {
                done.completeExceptionally(failure);
            }
        });
        selector.wakeup();
        LockSupport.unpark(thread);
        done.orTimeout(LONGEST_ORDER_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Asks Linux to wake this thread exactly on time. By default Linux delays a wake-up by up to 50 µs. */
    private static void sleepExactly() {
        try {
            Path thread = Path.of("/proc/thread-self").toRealPath().getFileName();
            Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), "1");
        } catch (IOException elsewhere) {
            // Not Linux, or not permitted: bytes may be late by that time.
        }
    }

    private void run() {
        sleepExactly();
        try (selector) {
            while (!closed) {
                await();
                for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
                    order.run();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid()) {
                        ((Served) key.attachment()).serve(key);
                    }
                }
                selector.selectedKeys().clear();
                line.deliverWhatIsDue();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void await() throws IOException {
        long waitNanos = line.nanosToNext();
        long waitMillis = TimeUnit.NANOSECONDS.toMillis(waitNanos);
        if (waitNanos == DelayLine.NOTHING) {
            selector.select();
        } else if (waitMillis > SLICED_MILLIS) {
            selector.select(waitMillis - 1);
        } else if (selector.selectNow() == 0 && waitNanos > 0 && orders.isEmpty()) {
            LockSupport.parkNanos(Math.min(waitNanos, SLICE_NANOS));
            selector.selectNow();
        }
    }

    void close() {
        if (closed) {
            return;
        }
        order(() -> {
            closed = true;
            for (SelectionKey key : selector.keys()) {
                try {
                    key.channel().close();
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        });
    }
}
