package io.weir.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A response that is given instead of the application's.
 *
 * @param headers by their names, in the order in which they are written
 */
public record Reply(int status, Map<String, String> headers, String body) {

    public Reply {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The same with another body, and with its type as {@code Content-Type}. */
    public Reply withBody(String type, String text) {
        Map<String, String> others = new LinkedHashMap<>(headers);
        others.put("Content-Type", type);
        return new Reply(status, others, text);
    }
}
