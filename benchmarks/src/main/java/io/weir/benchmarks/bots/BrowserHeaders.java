package io.weir.benchmarks.bots;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * The headers of one person's browser: those that were captured, with another version and platform in each place where the
 * browser names them, and another language.
 */
final class BrowserHeaders {

    private static final List<String> LANGUAGES =
            List.of("en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "fr-FR,fr;q=0.9", "pl", "es-ES,es;q=0.8,en;q=0.5");

    /** The platform in a User-Agent and in the hints. */
    private static final List<String[]> PLATFORMS = List.of(
            new String[] {"Windows NT 10.0; Win64; x64", "Windows"},
            new String[] {"Macintosh; Intel Mac OS X 10_15_7", "macOS"},
            new String[] {"X11; Linux x86_64", "Linux"},
            new String[] {"Linux; Android 10; K", "Android"});

    private final ClientTrace trace;
    private final String browser;
    private final UnaryOperator<CapturedRequest> change;

    private final Map<String, CapturedRequest> changed = new HashMap<>();

    private BrowserHeaders(ClientTrace trace, String browser, UnaryOperator<CapturedRequest> change) {
        this.trace = trace;
        this.browser = browser;
        this.change = change;
    }

    static BrowserHeaders of(ClientTrace trace, TrafficPart part, Random random) {
        String browser = part.browsers().get(random.nextInt(part.browsers().size()));
        int version = part.leastVersion() + random.nextInt(part.mostVersion() - part.leastVersion() + 1);
        String[] platform = PLATFORMS.get(random.nextInt(PLATFORMS.size()));
        String language = LANGUAGES.get(random.nextInt(LANGUAGES.size()));
        return new BrowserHeaders(trace, browser, request -> {
            Map<String, String> headers = new LinkedHashMap<>(request.headers());
            headers.put("accept-language", language);
            if (!browser.equals("safari")) {
                headers.computeIfPresent(
                        "user-agent",
                        (name, agent) -> agent.replace("X11; Linux x86_64", platform[0])
                                .replaceAll("(Chrome/|Firefox/|rv:)\\d+", "$1" + version));
            }
            headers.computeIfPresent(
                    "sec-ch-ua",
                    (name, brands) -> brands.replaceAll("\"156\"", "\"" + version + "\"") + ", \"Google Chrome\";v=\""
                            + version + "\"");
            headers.computeIfPresent("sec-ch-ua-platform", (name, hint) -> "\"" + platform[1] + "\"");
            headers.computeIfPresent("sec-ch-ua-mobile", (name, hint) -> platform[1].equals("Android") ? "?1" : "?0");
            return with(request, headers);
        });
    }

    static CapturedRequest with(CapturedRequest request, Map<String, String> headers) {
        return new CapturedRequest(
                request.way(), request.client(), request.page(), request.method(), request.protocol(), headers);
    }

    BrowserHeaders withoutHints() {
        return new BrowserHeaders(trace, browser, request -> {
            CapturedRequest all = change.apply(request);
            Map<String, String> headers = new LinkedHashMap<>(all.headers());
            headers.keySet().removeIf(name -> name.startsWith("sec-ch-ua"));
            return with(all, headers);
        });
    }

    CapturedRequest of(String page) {
        return changed.computeIfAbsent(page, first -> change.apply(trace.get("person", browser, page)));
    }
}
