package io.weir.service;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What a command asks of a server. */
record ServerCall(String method, String target, Map<String, String> headers, String body) {

    /** @param request as {@code /evaluate} wants it described */
    static ServerCall explain(String request) {
        return new ServerCall("POST", "/api/v1/rate-limit/explain", Map.of(), request);
    }

    static ServerCall health() {
        return new ServerCall("GET", "/actuator/health", Map.of(), "");
    }

    /** @param below the path of policies */
    static ServerCall get(String below) {
        return new ServerCall("GET", "/api/v1/policies" + below, Map.of(), "");
    }

    /** @param below the path, and what stands behind it */
    static ServerCall change(String method, String below, PolicyAuthorOptions author) {
        String and = below.contains("?") ? "&" : "?";
        return new ServerCall(method, "/api/v1/policies" + below + and + author.query(), author.headers(), "");
    }

    ServerCall withJson(Map<String, ?> fields) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put("Content-Type", "application/json");
        return new ServerCall(method, target, more, JsonMapper.shared().writeValueAsString(fields));
    }
}
