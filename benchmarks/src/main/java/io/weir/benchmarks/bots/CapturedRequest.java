package io.weir.benchmarks.bots;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request that a real client has sent.
 *
 * @param way in which the client was used: {@code as-it-is}, {@code faked} with the User-Agent of a browser, or {@code person}
 * @param client such as {@code curl}
 * @param page for which the client asked: {@code start}, or what the script of the page asked for after that
 * @param headers in their order, with names in lower case
 */
record CapturedRequest(
        String way, String client, String page, String method, String protocol, Map<String, String> headers) {

    CapturedRequest {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    String name() {
        return way + " " + client + " " + page;
    }
}
