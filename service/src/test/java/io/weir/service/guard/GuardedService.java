package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A running service with API keys in a folder, and calls to it as an administrator. */
public final class GuardedService implements AutoCloseable {

    public static final String ADMIN = "admin-secret";
    public static final String CHECKER = "check-secret";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final WeirService service;

    private GuardedService(WeirService service) {
        this.service = service;
    }

    public static GuardedService in(Path folder) {
        return in(folder, UnaryOperator.identity());
    }

    /** Starts a service with a check token and with changed settings. */
    public static GuardedService in(Path folder, UnaryOperator<ServiceSettings> more) {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access(ADMIN, Optional.of(CHECKER)))
                .withGuard(GuardSettings.on(DatabaseSettings.in(folder)));
        GuardedService started = new GuardedService(WeirService.start(more.apply(settings)));
        started.service.guard().awaitOpening();
        return started;
    }

    /** Wraps a running service whose admin token is {@link #ADMIN}. */
    public static GuardedService of(WeirService running) {
        return new GuardedService(running);
    }

    public WeirService service() {
        return service;
    }

    public HttpResponse<String> send(String token, String method, String target, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a call about keys as the administrator. */
    public HttpResponse<String> keys(String method, String below, String body, String... headers) throws Exception {
        return send(ADMIN, method, "/api/v1/api-keys" + below, body, headers);
    }

    /** Creates a key with these fields, and returns the answer with its secret. */
    public JsonNode create(String fields) throws Exception {
        HttpResponse<String> made = keys("POST", "?by=ann&reason=a%20test", fields);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return json(made);
    }

    /** Verifies the key, and returns the code of the result. */
    public String verified(String key) throws Exception {
        HttpResponse<String> found = keys("POST", "/verify", "{\"key\":\"" + key + "\"}");
        assertThat(found.statusCode()).isEqualTo(200);
        return json(found).path("code").asString();
    }

    public static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @Override
    public void close() {
        service.close();
    }
}
