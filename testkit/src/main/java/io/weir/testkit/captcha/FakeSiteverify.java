package io.weir.testkit.captcha;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.time.TimeSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/**
 * The {@code siteverify} of a provider as a real HTTP server on this machine: its error codes, single use, expiry by a clock of
 * the test's own, and whatever may go wrong with a reply. Thread-safe.
 */
public final class FakeSiteverify implements AutoCloseable {

    public static final String SITE_KEY = "10000000-ffff-ffff-ffff-000000000001";
    public static final String SECRET = "0x0000000000000000000000000000000000000000";

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int MEGABYTE = 1 << 20;

    private final FakeProvider provider;
    private final TimeSource time;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    // Guarded by this.
    private final Map<String, IssuedToken> issued = new HashMap<>();
    private final List<Map<String, String>> questions = new ArrayList<>();
    private ReplyFault fault = ReplyFault.NONE;
    private boolean closed;

    private FakeSiteverify(FakeProvider provider, TimeSource time, HttpServer server) {
        this.provider = provider;
        this.time = time;
        this.server = server;
    }

    public static FakeSiteverify start(FakeProvider provider, TimeSource time) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            FakeSiteverify fake = new FakeSiteverify(provider, time, server);
            server.createContext("/siteverify", fake::reply);
            server.setExecutor(fake.threads);
            server.start();
            return fake;
        } catch (IOException noPort) {
            throw new IllegalStateException("no port of this machine can be opened", noPort);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/siteverify");
    }

    /** Returns the token that the script of the provider would give to a browser. */
    public synchronized String solve(SolvedCaptcha solved) {
        String token = "token-" + provider + "-" + issued.size();
        issued.put(token, new IssuedToken(solved, time.nowMicros()));
        return token;
    }

    public synchronized void breakReplies(ReplyFault other) {
        fault = other;
        notifyAll();
    }

    /** Returns the forms that were sent, the first one first. */
    public synchronized List<Map<String, String>> questions() {
        return List.copyOf(questions);
    }

    private void reply(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean isForm = exchange.getRequestMethod().equals("POST")
                    && FORM.equals(exchange.getRequestHeaders().getFirst("Content-Type"));
            Map<String, String> form = isForm ? form(new String(body, StandardCharsets.UTF_8)) : Map.of();
            send(exchange, begin(form), form);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the fault of this reply, which is decided when it begins. */
    private synchronized ReplyFault begin(Map<String, String> form) throws InterruptedException {
        questions.add(form);
        ReplyFault now = fault;
        while (fault == ReplyFault.SLOW && !closed) {
            wait();
        }
        return now;
    }

    private static Map<String, String> form(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String field : text.split("&", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(
                        field.substring(0, equals),
                        URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return fields;
    }

    private void send(HttpExchange exchange, ReplyFault now, Map<String, String> form) throws IOException {
        switch (now) {
            case NONE, SLOW -> send(exchange, 200, answer(form));
            case CUT -> {
                byte[] body = answer(form).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length + 1L);
                exchange.getResponseBody().write(body);
            }
            case STATUS_500 -> send(exchange, 500, answer(form));
            case REDIRECT -> {
                exchange.getResponseHeaders().set("Location", url() + "?again");
                // A client that follows it asks again, and the question would then be answered.
                breakReplies(ReplyFault.NONE);
                send(exchange, 307, "");
            }
            case HUGE -> send(exchange, 200, " ".repeat(MEGABYTE) + answer(form));
            case GZIP -> {
                exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                sendBytes(exchange, 200, compressed(answer(form)));
            }
            case NO_JSON -> send(exchange, 200, "<html>success: true</html>");
            case INTERNAL_ERROR -> send(exchange, 200, CaptchaReply.failure("internal-error"));
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        sendBytes(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void sendBytes(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static byte[] compressed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private synchronized String answer(Map<String, String> form) {
        String secret = form.getOrDefault("secret", "");
        String response = form.getOrDefault("response", "");
        if (form.isEmpty()) {
            return CaptchaReply.failure("bad-request");
        }
        if (!secret.equals(SECRET)) {
            return CaptchaReply.failure(secret.isEmpty() ? "missing-input-secret" : "invalid-input-secret");
        }
        if (provider == FakeProvider.HCAPTCHA
                && !form.getOrDefault("sitekey", SITE_KEY).equals(SITE_KEY)) {
            return CaptchaReply.failure("sitekey-secret-mismatch");
        }
        IssuedToken token = issued.get(response);
        if (token == null) {
            return CaptchaReply.failure(response.isEmpty() ? "missing-input-response" : "invalid-input-response");
        }
        return token.use(provider, time.nowMicros(), form.getOrDefault("idempotency_key", ""));
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
