package io.weir.compat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A Spring Boot application on a free port of the loopback address. */
record RunningApp(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final HttpClient CLIENT;

    static {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection,origin");
        CLIENT = HttpClient.newHttpClient();
    }


    /**
     * @param configuration the name of a YAML file without its ending
     * @param options the arguments of the command line
     */
    static RunningApp start(Class<?> application, String configuration, String... options) {
        Stream<String> ours = Stream.of("--spring.config.name=" + configuration, "--spring.reactor.netty.shutdown-quiet-period=0s");
        String[] all = Stream.concat(ours, Stream.of(options)).toArray(String[]::new);
        return new RunningApp(new SpringApplicationBuilder(application).run(all));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    RawHttp raw() {
        return new RawHttp(port());
    }

    /** @param headers names and values in turn */
    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    HttpResponse<String> send(String method, String path, String... headers) {
        return sendBody(method, path, "", headers);
    }

    HttpResponse<String> sendBody(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(GENEROUS)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        if (!isReactive()) {
            return send(request.build());
        }
        // Reactor Netty 1.2.18 and 1.3.7 may stop reading a connection, also without Weir (reactor/reactor-netty#4361). A request on
        // a new connection was left unanswered once, too.
        HttpRequest closing = request.header("Connection", "close").build();
        try {
            return send(closing);
        } catch (IllegalStateException unanswered) {
            if (!(unanswered.getCause() instanceof HttpTimeoutException)) {
                throw unanswered;
            }
            return send(closing);
        }
    }

    private boolean isReactive() {
        return context.getEnvironment().getProperty("spring.main.web-application-type", "").equals("reactive");
    }

    /** Returns the status of a request on a connection that is reused. */
    int keptAlive(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).version(HttpClient.Version.HTTP_1_1);
        return send(request.headers(headers).timeout(GENEROUS).build()).statusCode();
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Sends requests one after the other and returns their statuses. */
    List<Integer> statuses(int times, String path, String... headers) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            statuses.add(get(path, headers).statusCode());
        }
        return statuses;
    }

    @Override
    public void close() {
        context.close();
    }
}
