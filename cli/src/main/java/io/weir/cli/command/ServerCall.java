package io.weir.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A request of a command to a server. */
public record ServerCall(String method, String target, Map<String, String> headers, String body) {

    /**
     * Asks for the verdict on a request, with its reasons.
     *
     * @param request the JSON body in the format of {@code /evaluate}
     */
    public static ServerCall explain(String request) {
        return new ServerCall("POST", "/api/v1/rate-limit/explain", Map.of(), request);
    }

    public static ServerCall health() {
        return new ServerCall("GET", "/actuator/health", Map.of(), "");
    }

    /**
     * Reads a part of the policies.
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
