package io.weir.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.http.HeaderStyle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stands before a service that writes all dialects, passes one of them on and records when it refuses a call and when the call arrives again. A call is recognized by its header
 * {@code X-Call}. Clients learn of a refusal after it is recorded, so an arrival that is early here was sent early.
 */
final class RecordingRelay implements AutoCloseable {

    private static final Set<String> OF_CONNECTION =
            Set.of("content-length", "transfer-encoding", "connection", ":status");

    final AtomicInteger arrivals = new AtomicInteger();
    final AtomicInteger refusals = new AtomicInteger();
    final AtomicInteger returns = new AtomicInteger();
    final AtomicInteger early = new AtomicInteger();
    private final Map<String, Long> promisedNanos = new ConcurrentHashMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final int target;
    private final Set<String> removed;

    RecordingRelay(int target, HeaderStyle.Dialect dialect) throws IOException {
        EnumSet<HeaderStyle.Dialect> others = EnumSet.complementOf(EnumSet.of(dialect));
        this.removed = Stream.concat(OF_CONNECTION.stream(), HeaderStyle.of(others).names().stream())
                .filter(name -> !name.equals(HeaderStyle.RETRY_AFTER))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.target = target;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        long now = System.nanoTime();
        try (exchange) {
            URI uri = exchange.getRequestURI();
            arrived(exchange.getRequestHeaders().getFirst("X-Call"), now);
            HttpResponse<byte[]> answer = forward(uri);
            answer.headers().map().forEach((name, values) -> {
                if (!removed.contains(name.toLowerCase(Locale.ROOT))) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            answer.headers()
                    .firstValue("Retry-After")
                    .ifPresent(seconds -> refused(exchange.getRequestHeaders().getFirst("X-Call"), seconds));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
    }

    private HttpResponse<byte[]> forward(URI uri) throws IOException {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + target + uri))
                            .build(),
                    BodyHandlers.ofByteArray());
        } catch (InterruptedException ended) {
            throw new IOException(ended);
        }
    }

    private void arrived(String call, long now) {
        arrivals.incrementAndGet();
        Long promised = promisedNanos.remove(call);
        if (promised != null) {
            returns.incrementAndGet();
            if (now < promised) {
                early.incrementAndGet();
            }
        }
    }

    private void refused(String call, String seconds) {
        refusals.incrementAndGet();
        promisedNanos.put(call, System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(seconds)));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
