package io.weir.benchmarks.siege.probe;

import io.weir.benchmarks.siege.BesiegedService;
import io.weir.benchmarks.siege.probe.AnswerReader.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends checks at a fixed pace on a few connections, however slow the service is. The time of a check starts when it is due. A
 * check whose connection fails is sent again on a new connection, until it is answered or its time is over.
 */
public final class Probe {

    /** After this time a check counts as not answered. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(7);

    private static final int CONNECTIONS = 4;
    private static final int PER_SECOND = 100;
    private static final long RETRY_MILLIS = 20;

    private final int port;
    private final LongFunction<String> keys;
    private final long everyNanos;
    private final ProbeTally probed = new ProbeTally();
    private final List<Thread> threads = new ArrayList<>();
    private volatile long endNanos = Long.MAX_VALUE;

    private Probe(int port, LongFunction<String> keys, int perSecond) {
        this.port = port;
        this.keys = keys;
        this.everyNanos = CONNECTIONS * TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** Checks of 10,000 keys, none of which meets its limit. */
    public static Probe start(BesiegedService service) {
        return start(service.port(), number -> "user-" + number * 7919 % 10_000, PER_SECOND);
    }

    /** Checks of one key. */
    public static Probe start(BesiegedService service, String key, int perSecond) {
        return start(service.port(), number -> key, perSecond);
    }

    private static Probe start(int port, LongFunction<String> keys, int perSecond) {
        Probe probe = new Probe(port, keys, perSecond);
        for (int i = 0; i < CONNECTIONS; i++) {
            long first = i;
            Thread thread = new Thread(() -> probe.run(first), "probe");
            thread.setDaemon(true);
            probe.threads.add(thread);
        }
        probe.threads.forEach(Thread::start);
        return probe;
    }

    public static ProbeTally during(BesiegedService service, Duration duration) throws InterruptedException {
        Probe probe = start(service);
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        return probe.stop();
    }

    /** Ends the probe when all checks that are due are answered or their time is over. */
    public ProbeTally stop() throws InterruptedException {
        endNanos = System.nanoTime();
        for (Thread thread : threads) {
            thread.join();
        }
        return probed;
    }

    private void run(long first) {
        long due = System.nanoTime() + first * everyNanos / CONNECTIONS;
        try (Line line = new Line()) {
            for (long number = first; due < endNanos; number += CONNECTIONS) {
                long pause = due - System.nanoTime();
                if (pause > 0) {
                    TimeUnit.NANOSECONDS.sleep(pause);
                }
                probed.add(due, ask(line, keys.apply(number), due));
                due += everyNanos;
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Answer ask(Line line, String key, long due) throws InterruptedException {
        long end = due + LONGEST_WAIT.toNanos();
        while (System.nanoTime() < end) {
            try {
                return line.check(key, end);
            } catch (IOException failure) {
                line.close();
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
        return null;
    }

    /** One connection, opened when it is needed. */
    private final class Line implements AutoCloseable {
        private final byte[] in = new byte[8_192];
        private @Nullable Socket socket;
        private final Queue<Answer> answers = new ArrayDeque<>();
        private AnswerReader reader = new AnswerReader(answers::add);

        private Answer check(String key, long end) throws IOException {
            Socket open = open(end);
            String request = "GET /api/v1/rate-limit/check?key=" + key + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer " + BesiegedService.TOKEN + "\r\n\r\n";
            open.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            while (true) {
                Answer answer = answers.poll();
                if (answer != null) {
                    return answer;
                }
                open.setSoTimeout(millisUntil(end));
                int bytes = open.getInputStream().read(in);
                if (bytes < 0) {
                    throw new IOException("closed instead of answered");
                }
                reader.read(ByteBuffer.wrap(in, 0, bytes));
            }
        }

        private Socket open(long end) throws IOException {
            Socket open = socket;
            if (open == null) {
                open = new Socket();
                socket = open;
                open.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millisUntil(end));
                open.setTcpNoDelay(true);
                answers.clear();
                reader = new AnswerReader(answers::add);
            }
            return open;
        }

        private static int millisUntil(long end) {
            return (int) Math.max(1, (end - System.nanoTime()) / 1_000_000);
        }

        @Override
        public void close() {
            Socket open = socket;
            socket = null;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException alreadyClosed) {
                    // There is nothing left to close.
                }
            }
        }
    }
}
