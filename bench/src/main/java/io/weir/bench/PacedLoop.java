package io.weir.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of crowds at their pace, however slowly the server answers. The time of a request starts when it is due, so
 * that waiting for a connection counts too.
 */
final class PacedLoop {

    private static final int MOST_CONNECTIONS = 256;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long WATCH_EVERY_NANOS = 250 * NANOS_PER_MILLI;

    /**
     * The server and the head of each request.
     *
     * @param head the head of a request up to the length of its body
     */
    record Evaluations(InetSocketAddress address, String head) {

        static Evaluations at(InetSocketAddress address, URI url, @Nullable String token) {
            String authorization = token == null ? "" : "Authorization: Bearer " + token + "\r\n";
            return new Evaluations(
                    address,
                    "POST " + url.getRawPath() + "/api/v1/rate-limit/evaluate HTTP/1.1\r\nHost: "
                            + url.getRawAuthority() + "\r\n" + authorization
                            + "Content-Type: application/json\r\nContent-Length: ");
        }

        private ByteBuffer of(String body) {
            return UTF_8.encode(head + body.getBytes(UTF_8).length + "\r\n\r\n" + body);
        }
    }

    /** Called four times a second with the part that is over, from 0 to 1. */
    interface Watch {
        void at(double part);
    }

    private record Asked(CrowdTally crowd, long dueNanos) {}

    private final Evaluations evaluations;
    private final List<CrowdTally> crowds;
    private final Duration patience;
    private final Deque<BenchConnection> idle = new ArrayDeque<>();
    private final Map<BenchConnection, Asked> busy = new HashMap<>();

    PacedLoop(Evaluations evaluations, List<CrowdTally> crowds, Duration patience) {
        this.evaluations = evaluations;
        this.crowds = crowds;
        this.patience = patience;
    }

    void run(Duration span, Watch watch) throws IOException {
        try (Selector selector = Selector.open()) {
            long start = System.nanoTime();
            long watched = start - WATCH_EVERY_NANOS;
            for (long now = start; now - start < span.toNanos() || !busy.isEmpty(); now = System.nanoTime()) {
                double part = Math.min(1, (double) (now - start) / span.toNanos());
                if (now - watched >= WATCH_EVERY_NANOS) {
                    watched = now;
                    refuseSilence(now);
                    watch.at(part);
                }
                if (part < 1) {
                    sendWhatIsDue(selector, start, span.toNanos(), part);
                }
                selector.select(1);
                for (SelectionKey key : selector.selectedKeys()) {
                    read((BenchConnection) key.attachment());
                }
                selector.selectedKeys().clear();
            }
            watch.at(1);
        } finally {
            for (BenchConnection connection : idle) {
                connection.close();
            }
            for (BenchConnection connection : busy.keySet()) {
                connection.close();
            }
        }
    }

    private void sendWhatIsDue(Selector selector, long start, long spanNanos, double part) throws IOException {
        for (CrowdTally crowd : crowds) {
            while (crowd.dueNanos() < spanNanos && crowd.dueNanos() <= System.nanoTime() - start) {
                if (idle.isEmpty() && busy.size() == MOST_CONNECTIONS) {
                    return;
                }
                BenchConnection connection = idle.isEmpty() ? open(selector) : idle.pop();
                busy.put(connection, new Asked(crowd, start + crowd.dueNanos()));
                connection.send(evaluations.of(crowd.takeRequest(part)));
            }
        }
    }

    private BenchConnection open(Selector selector) throws IOException {
        BenchConnection connection = new BenchConnection(evaluations.address());
        connection.register(selector);
        return connection;
    }

    private void read(BenchConnection connection) throws IOException {
        Asked asked = busy.get(connection);
        try {
            int status = connection.read();
            if (status == 0) {
                return;
            }
            if (asked == null) {
                throw new IOException("the server answered what it was not asked");
            }
            long nanos = System.nanoTime() - asked.dueNanos();
            asked.crowd().answered(status, connection.says("\"degraded\":true"), nanos);
            busy.remove(connection);
            if (connection.isOver()) {
                connection.close();
            } else {
                idle.push(connection);
            }
        } catch (IOException broken) {
            // The server may close an idle connection at any time.
            idle.remove(connection);
            busy.remove(connection);
            connection.close();
            if (asked != null) {
                asked.crowd().failed(String.valueOf(broken.getMessage()));
            }
        }
    }

    private void refuseSilence(long now) throws IOException {
        for (BenchConnection connection : busy.keySet()) {
            if (now - connection.sentNanos() > patience.toNanos()) {
                throw new IOException("the server did not answer for " + patience.toMillis() / 1000.0 + " s");
            }
        }
    }
}
