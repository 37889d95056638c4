package io.weir.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What a command asks of a server. */
public record ServerCall(String method, String target, Map<String, String> headers, String body) {

    /**
     * Asks why a request would be decided as it would be.
     *
     * @param request the JSON body, as {@code /evaluate} reads it
     */
    public static ServerCall explain(String request) {
        return new ServerCall("POST", "/api/v1/rate-limit/explain", Map.of(), request);
    }

    public static ServerCall health() {
        return new ServerCall("GET", "/actuator/health", Map.of(), "");
    }

    /**
     * Reads something of the policies.
     *
     * @param below the path below {@code /api/v1/policies}
     */
    public static ServerCall get(String below) {
        return new ServerCall("GET", "/api/v1/policies" + below, Map.of(), "");
    }

    public ServerCall withJson(Map<String, ?> fields) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put("Content-Type", "application/json");
        return new ServerCall(method, target, more, JsonMapper.shared().writeValueAsString(fields));
    }
}
