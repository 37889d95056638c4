package io.weir.blackbox;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of a service's REST interface, as an administrator. */
public record Calls(int port) {

    public static final String ADMIN = "admin-secret";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String PREFIX = "/api/v1/rate-limit/";

    public HttpResponse<String> check(String query) throws Exception {
        return send("GET", PREFIX + "check?" + query, "");
    }

    public HttpResponse<String> remaining(String query) throws Exception {
        return send("GET", PREFIX + "remaining?" + query, "");
    }

    public HttpResponse<String> reset(String query) throws Exception {
        return send("DELETE", PREFIX + "reset?" + query, "");
    }

    public HttpResponse<String> post(String name, String body) throws Exception {
        return send("POST", PREFIX + name, body);
    }

    public JsonNode health() throws Exception {
        HttpResponse<String> response = send("GET", "/actuator/health", "");
        if (response.statusCode() != 200) {
            throw new AssertionError("health is " + response.statusCode() + ": " + response.body());
        }
        return json(response);
    }

    public HttpResponse<String> send(String method, String target, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + ADMIN)
                .timeout(Duration.ofMinutes(1))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    public static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }
}
