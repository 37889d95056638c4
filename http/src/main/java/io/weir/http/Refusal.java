package io.weir.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The response to a request that is refused, sent instead of the application's response.
 *
 * @param headers values by header name, written in this order
 */
public record Refusal(int status, Map<String, String> headers, String body) {

    public Refusal {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Returns a copy with another body and its {@code Content-Type}. */
    public Refusal withBody(String type, String text) {
        Map<String, String> others = new LinkedHashMap<>(headers);
        others.put("Content-Type", type);
        return new Refusal(status, others, text);
    }
}
