package example.shop.attack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Sends requests to the instances in turn. Addresses are played by the header of a proxy, which the shop believes on loopback. */
final class Web {

    /** Headers as Firefox sends them. */
    static final Map<String, String> BROWSER = Map.of(
            "User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "Accept-Language", "en-GB,en;q=0.5",
            "Accept-Encoding", "gzip, deflate, br, zstd",
            "Sec-Fetch-Site", "same-origin",
            "Sec-Fetch-Mode", "navigate",
            "Sec-Fetch-Dest", "document");

    /** Headers of a common tool. */
    static final Map<String, String> TOOL = Map.of("User-Agent", "python-requests/2.32.3", "Accept", "*/*");

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<URI> shops;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final AtomicLong turn = new AtomicLong();

    Web(List<URI> shops) {
        this.shops = List.copyOf(shops);
    }

    Reply get(String path, Map<String, String> headers) {
        return send(request(path).GET(), headers);
    }

    /** @param json empty for no body */
    Reply post(String path, String json, Map<String, String> headers) {
        return send(
                request(path).POST(BodyPublishers.ofString(json)).setHeader("Content-Type", "application/json"),
                headers);
    }

    private HttpRequest.Builder request(String path) {
        URI shop = shops.get((int) (turn.getAndIncrement() % shops.size()));
        return HttpRequest.newBuilder(shop.resolve(path)).timeout(PATIENCE);
    }

    private Reply send(HttpRequest.Builder request, Map<String, String> headers) {
        headers.forEach(request::setHeader);
        long start = System.nanoTime();
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            Optional<String> device = response.headers().allValues("Set-Cookie").stream()
                    .filter(cookie -> cookie.startsWith("weir_device="))
                    .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                    .findFirst();
            return new Reply(response.statusCode(), response.body(), device, micros(start));
        } catch (IOException noAnswer) {
            return new Reply(0, String.valueOf(noAnswer.getMessage()), Optional.empty(), micros(start));
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            return new Reply(0, "interrupted", Optional.empty(), micros(start));
        }
    }

    private static long micros(long start) {
        return (System.nanoTime() - start) / 1_000;
    }
}
