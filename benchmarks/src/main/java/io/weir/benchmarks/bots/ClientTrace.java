package io.weir.benchmarks.bots;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Captured requests by their names. As a text, each has a line that begins with {@code >}, and a line for each header. */
record ClientTrace(Map<String, CapturedRequest> requests) {

    /** Reads the requests that were recorded, and those of clients that could not be. */
    static ClientTrace recorded() {
        List<String> lines = new ArrayList<>(lines("/bots/clients.txt"));
        lines.addAll(lines("/bots/templates.txt"));
        return read(lines);
    }

    private static List<String> lines(String resource) {
        try (InputStream text = Objects.requireNonNull(ClientTrace.class.getResourceAsStream(resource))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static ClientTrace of(Collection<CapturedRequest> captured) {
        Map<String, CapturedRequest> requests = new LinkedHashMap<>();
        captured.forEach(each -> requests.put(each.name(), each));
        return new ClientTrace(requests);
    }

    static ClientTrace read(List<String> lines) {
        Map<String, CapturedRequest> requests = new LinkedHashMap<>();
        Map<String, String> headers = new LinkedHashMap<>();
        Optional<String[]> head = Optional.empty();
        for (String line : lines) {
            if (line.startsWith("> ")) {
                head = Optional.of(line.substring(2).split(" ", -1));
            } else if (line.isEmpty()) {
                head.map(words -> new CapturedRequest(words[0], words[1], words[2], words[3], words[4], headers))
                        .ifPresent(each -> requests.put(each.name(), each));
                head = Optional.empty();
                headers.clear();
            } else if (!line.startsWith("#")) {
                int colon = line.indexOf(": ");
                headers.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        return new ClientTrace(requests);
    }

    String text() {
        return requests.values().stream().map(ClientTrace::text).collect(Collectors.joining());
    }

    private static String text(CapturedRequest request) {
        StringBuilder text = new StringBuilder("> ")
                .append(request.name())
                .append(' ')
                .append(request.method())
                .append(' ')
                .append(request.protocol())
                .append('\n');
        request.headers()
                .forEach((name, value) ->
                        text.append(name).append(": ").append(value).append('\n'));
        return text.append('\n').toString();
    }

    CapturedRequest get(String way, String client, String page) {
        String name = way + " " + client + " " + page;
        return Optional.ofNullable(requests.get(name))
                .orElseThrow(() -> new IllegalStateException("no request was captured of " + name));
    }
}
