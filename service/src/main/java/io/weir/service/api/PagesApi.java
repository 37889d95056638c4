package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The dashboard at {@code /}, its files, and {@code /openapi.json}: read once, and served from memory. */
public final class PagesApi implements Endpoints {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");

    private static final List<String> FILES =
            List.of("index.html", "check.html", "check.js", "weir.css", "icon.svg", "openapi.json");

    private static final List<String> DASHBOARD = Stream.concat(
                    Stream.of("dashboard.css", "vendor/preact-htm.js", "vendor/uplot.js", "vendor/uplot.css"),
                    Stream.of(
                                    "app",
                                    "base",
                                    "call",
                                    "live",
                                    "chart",
                                    "parts",
                                    "signin",
                                    "overview",
                                    "rules",
                                    "subjects",
                                    "policy",
                                    "diff",
                                    "keys",
                                    "guard",
                                    "playground",
                                    "traffic")
                            .map(name -> name + ".js"))
            .map(name -> "ui/" + name)
            .toList();

    @Override
    public List<Endpoint> endpoints() {
        Stream<Endpoint> start = endpointsAt("/", "index.html");
        return Stream.concat(
                        start,
                        Stream.of(FILES, DASHBOARD)
                                .flatMap(List::stream)
                                .flatMap(file -> endpointsAt("/" + file, file)))
                .toList();
    }

    private static Stream<Endpoint> endpointsAt(String path, String file) {
        String text = text(file);
        String type = TYPES.getOrDefault(file.substring(file.lastIndexOf('.') + 1), "text/plain");
        return Stream.of(HttpMethod.GET, HttpMethod.HEAD)
                .map(method -> new Endpoint(
                        path,
                        method,
                        anybody -> true,
                        request -> CompletableFuture.completedStage(Reply.page(type, text))));
    }

    private static String text(String file) {
        try (InputStream in = PagesApi.class.getResourceAsStream("/static/" + file)) {
            if (in == null) {
                throw new IllegalStateException("/static/" + file + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
