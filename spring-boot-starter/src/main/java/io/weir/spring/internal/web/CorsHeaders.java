package io.weir.spring.internal.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;

/** The response headers that let a script from another origin read a refusal. */
public final class CorsHeaders {

    private CorsHeaders() {}

    /** Returns no headers if the origin is not allowed. */
    public static Map<String, String> of(@Nullable CorsConfiguration configuration, String origin) {
        String allowed = configuration == null ? null : configuration.checkOrigin(origin);
        if (configuration == null || allowed == null) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        headers.put(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        if (Boolean.TRUE.equals(configuration.getAllowCredentials())) {
            headers.put(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
        }
        return headers;
    }
}
