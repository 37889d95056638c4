package io.weir.blackbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;

/** Calls to a running service as a caller and as an administrator. */
public record Instance(int port) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The response to a push. */
    public record Pushed(int status, String body) {

        public long version() {
            if (status != 200) {
                throw new AssertionError(status + ": " + body);
            }
            return JsonMapper.shared().readTree(body).path("version").asLong();
        }
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer admin-secret");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    public Pushed push(String policy) {
        return push(request("/api/v1/policies"), policy);
    }

    public Pushed push(String policy, String by, long expected) {
        return push(request("/api/v1/policies?by=" + by).header("If-Match", "\"" + expected + "\""), policy);
    }

    private static Pushed push(HttpRequest.Builder request, String policy) {
        HttpResponse<String> response = send(
                request.header("Content-Type", "application/yaml").PUT(HttpRequest.BodyPublishers.ofString(policy)));
        return new Pushed(response.statusCode(), response.body());
    }

    public long version() {
        return JsonMapper.shared()
                .readTree(send(request("/api/v1/policies")).body())
                .path("version")
                .asLong();
    }

    /** Returns whether the instance reaches its store and follows the policy of the fleet. */
    public boolean isHealthy() {
        return !send(request("/actuator/health")).body().contains("DEGRADED");
    }

    public HttpResponse<String> checked(String key) {
        return send(request("/api/v1/rate-limit/check?key=" + key));
    }

    public int check(String key) {
        return checked(key).statusCode();
    }

    /** Returns the capacity of the limit of a key. */
    public long capacity(String key) {
        return checked(key).headers().firstValueAsLong("X-RateLimit-Limit").orElseThrow();
    }
}
