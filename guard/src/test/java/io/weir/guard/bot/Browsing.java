package io.weir.guard.bot;

import io.weir.classify.IpAddress;
import io.weir.policy.rule.Request;
import java.util.Map;
import java.util.Random;

/** Requests as real clients send them, over TLS. */
final class Browsing {

    static final String CHROME_AGENT =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/138.0.0.0 Safari/537.36";
    static final String FIREFOX_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

    private Browsing() {}

    private static Request get(String ip, String path, Map<String, String> headers) {
        Request request = Request.of("GET", path)
                .withAddress(IpAddress.parse(ip).orElseThrow())
                .withFact("secure", "true");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            request = request.withHeader(header.getKey(), header.getValue());
        }
        return request;
    }

    static Request chrome(String ip, String path) {
        return get(
                ip,
                path,
                Map.of(
                        "user-agent",
                        CHROME_AGENT,
                        "accept",
                        "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
                        "accept-language",
                        "de-DE,de;q=0.9",
                        "accept-encoding",
                        "gzip, deflate, br, zstd",
                        "sec-ch-ua",
                        "\"Not)A;Brand\";v=\"8\", \"Chromium\";v=\"138\", \"Google Chrome\";v=\"138\"",
                        "sec-ch-ua-platform",
                        "\"Windows\"",
                        "sec-fetch-site",
                        "none",
                        "sec-fetch-mode",
                        "navigate"));
    }

    static Request firefox(String ip, String path) {
        return get(
                ip,
                path,
                Map.of(
                        "user-agent",
                        FIREFOX_AGENT,
                        "accept",
                        "text/html,application/xhtml+xml,*/*;q=0.8",
                        "accept-language",
                        "en-US,en;q=0.5",
                        "accept-encoding",
                        "gzip, deflate, br, zstd",
                        "sec-fetch-site",
                        "none",
                        "sec-fetch-mode",
                        "navigate"));
    }

    static Request curl(String ip, String path) {
        return get(ip, path, Map.of("user-agent", "curl/8.5.0", "accept", "*/*"));
    }

    /** A person's pause before the next page: log-normal around eight seconds. */
    static long pauseMicros(Random random) {
        return (long) (8_000_000 * Math.exp(0.9 * random.nextGaussian()));
    }
}
