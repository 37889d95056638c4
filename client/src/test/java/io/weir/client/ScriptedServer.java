package io.weir.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A server that answers as a test says, and records what arrives. */
final class ScriptedServer implements AutoCloseable {

    /** A request that arrived whole. */
    record Arrival(String method, String body, String idempotencyKey, String attempt) {}

    /** An answer with one header or none. */
    record Answer(int status, String header, String value, String body) {}

    static final Answer OK = new Answer(200, "", "", "hello");
    static final Answer UNAVAILABLE = new Answer(503, "", "", "down");

    static Answer refusedFor(long seconds) {
        return new Answer(429, "Retry-After", Long.toString(seconds), "slow down");
    }

    static {
        // Otherwise answers with a body wait 40 ms for an acknowledgement of their headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Function<Integer, Answer> script = number -> OK;

    ScriptedServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** @param answers the answer to each arrival; of more arrivals, the last */
    void script(Answer... answers) {
        script(number -> answers[Math.min(number, answers.length) - 1]);
    }

    /** @param answers returns the answer to an arrival, the first of which is 1 */
    void script(Function<Integer, Answer> answers) {
        arrivals.clear();
        script = answers;
    }

    /** Returns an address with a lane of its own: all other origins are the same server. */
    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders");
    }

    private synchronized int arrived(Arrival arrival) {
        arrivals.add(arrival);
        return arrivals.size();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int number = arrived(new Arrival(
                    exchange.getRequestMethod(),
                    body,
                    header(exchange, "Idempotency-Key"),
                    header(exchange, "X-Retry-Attempt")));
            Answer answer = script.apply(number);
            if (!answer.header().isEmpty()) {
                exchange.getResponseHeaders().set(answer.header(), answer.value());
            }
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
