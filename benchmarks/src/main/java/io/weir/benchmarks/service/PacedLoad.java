package io.weir.benchmarks.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at an even pace, however slow the server is. The latency of a request starts when it is due, so that waiting for
 * other requests counts too. It runs in a separate process, like wrk, which cannot keep a pace.
 */
public final class PacedLoad {

    private static final int CONNECTIONS = 32;
    private static final int KEYS = 100_000;
    private static final long WARM_UP_SECONDS = 5;
    private static final long MOST_PAUSE_NANOS = 1_000_000;
    /** A load that is later than this was paused. */
    private static final long LONGEST_LATE_NANOS = 500_000_000;

    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private PacedLoad() {}

    /** The kinds of requests. */
    enum RequestKind {
        CHECKS {
            @Override
            String request(long number) {
                return "GET /api/v1/rate-limit/check?key=user-" + (number * 7919) % KEYS
                        + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            }
        },
        /** Requests of 10,000 users. */
        ORDERS {
            @Override
            String request(long number) {
                return evaluation("{\"method\":\"GET\",\"path\":\"/api/v1/orders\",\"user\":\"user-"
                        + (number * 7919) % 10_000 + "\",\"ip\":\"198.51.100." + number % 250 + "\"}");
            }
        },
        /** Requests from 20 addresses. */
        LOGINS {
            @Override
            String request(long number) {
                return evaluation(
                        "{\"method\":\"POST\",\"path\":\"/api/v1/login\",\"ip\":\"203.0.113." + number % 20 + "\"}");
            }
        };

        abstract String request(long number);

        /**
         * Returns the pause between two polls. It is short for checks, whose latency is measured here. For other requests, which the
         * service measures, it is random, so that two
         * loads do not run in step.
         */
        private long pauseNanos() {
            return this == CHECKS ? 20_000 : ThreadLocalRandom.current().nextLong(MOST_PAUSE_NANOS);
        }

        /** Returns whether a load that was paused skips the missed requests, instead of sending them all at once. */
        private boolean skipsMissedRequests() {
            return this != CHECKS;
        }

        private static String evaluation(String body) {
            return "POST /api/v1/rate-limit/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body;
        }
    }

    /** A connection, and the due times of its pending requests. */
    private static final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer in = ByteBuffer.allocate(64 * 1024);
        private final Queue<Long> due = new ArrayDeque<>();

        private Connection(int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
        }

        private void send(String request, long dueNanos) throws IOException {
            ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
            while (out.hasRemaining()) {
                channel.write(out);
            }
            due.add(dueNanos);
        }

        /** Records the latencies of the responses that have arrived. */
        private void read(Histogram micros, long countFromNanos) throws IOException {
            if (due.isEmpty()) {
                return;
            }
            int bytes = channel.read(in);
            if (bytes < 0) {
                throw new IOException("the server closed a connection instead of answering");
            }
            if (bytes == 0) {
                return;
            }
            in.flip();
            for (int end = endOfAnswer(); end > 0; end = endOfAnswer()) {
                in.position(end);
                long dueNanos = due.remove();
                if (dueNanos >= countFromNanos) {
                    micros.recordValue((System.nanoTime() - dueNanos) / 1_000);
                }
            }
            in.compact();
        }

        /** Returns the end of the first response in the buffer, or 0 if it is not complete. */
        private int endOfAnswer() {
            int head = indexOf(END_OF_HEAD);
            if (head < 0) {
                return 0;
            }
            String text = new String(in.array(), in.position(), head - in.position(), StandardCharsets.US_ASCII)
                    .toLowerCase(Locale.ROOT);
            if (!text.startsWith("http/1.1 200") && !text.startsWith("http/1.1 429")) {
                throw new IllegalStateException("the server answered " + text);
            }
            int from = text.indexOf("content-length: ") + "content-length: ".length();
            int to = text.indexOf('\r', from);
            int length = Integer.parseInt(text.substring(from, to < 0 ? text.length() : to));
            int end = head + END_OF_HEAD.length + length;
            return end <= in.limit() ? end : 0;
        }

        private int indexOf(byte[] wanted) {
            for (int i = in.position(); i <= in.limit() - wanted.length; i++) {
                int matching = 0;
                while (matching < wanted.length && in.get(i + matching) == wanted[matching]) {
                    matching++;
                }
                if (matching == wanted.length) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** Arguments: port, requests per second, seconds, kind of requests. Prints the number of responses and the percentiles in µs. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        long everyNanos = 1_000_000_000L / Long.parseLong(arguments[1]);
        long seconds = Long.parseLong(arguments[2]);
        RequestKind kind = RequestKind.valueOf(arguments[3]);
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(new Connection(port));
        }
        Histogram micros = new Histogram(3);
        long start = System.nanoTime();
        long countFrom = start + WARM_UP_SECONDS * 1_000_000_000L;
        long end = countFrom + seconds * 1_000_000_000L;
        long sent = 0;
        boolean unanswered = true;
        while (System.nanoTime() < end || unanswered) {
            if (kind.skipsMissedRequests() && System.nanoTime() - start - sent * everyNanos > LONGEST_LATE_NANOS) {
                start = System.nanoTime() - sent * everyNanos;
            }
            for (long due = start + sent * everyNanos; due < end && due <= System.nanoTime(); ) {
                connections.get((int) (sent % CONNECTIONS)).send(kind.request(sent), due);
                sent++;
                due = start + sent * everyNanos;
            }
            unanswered = false;
            for (Connection connection : connections) {
                connection.read(micros, countFrom);
                unanswered |= !connection.due.isEmpty();
            }
            LockSupport.parkNanos(kind.pauseNanos());
        }
        System.out.printf(
                Locale.ROOT,
                "RESULT %d %d %d %d %d%n",
                micros.getTotalCount(),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(95),
                micros.getValueAtPercentile(99),
                micros.getMaxValue());
    }
}
