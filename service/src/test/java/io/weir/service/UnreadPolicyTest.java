package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.access.Access;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that starts with an unreadable policy. */
final class UnreadPolicyTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Access ACCESS = new Access("admin-secret", Optional.empty());
    private static final String RULES = "rules:\n  - {name: orders, per: caller, limit: 10/min}\n";

    @TempDir
    private Path folder;

    private WeirService start(PolicySettings.IfUnread unread) {
        PolicySettings policy =
                new PolicySettings(Optional.empty(), PolicySettings.Source.DOCUMENT, Optional.of(folder)).with(unread);
        return WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS).withPolicy(policy));
    }

    private static HttpResponse<String> send(WeirService service, String method, String path, String body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                .header("Authorization", "Bearer admin-secret")
                .header("Content-Type", path.endsWith("/policies") ? "application/yaml" : "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int health(WeirService service, String probe) throws Exception {
        return send(service, "GET", "/actuator/health/" + probe, "").statusCode();
    }

    @Test
    void isAliveButNotReadyUntilAPolicyIsPushed() throws Exception {
        Files.writeString(folder.resolve("policy.json"), "{\"format\":1,");
        try (WeirService service = start(PolicySettings.IfUnread.NOT_READY)) {
            assertThat(service.isReady()).isFalse();
            assertThat(health(service, "readiness")).isEqualTo(503);
            assertThat(health(service, "liveness")).isEqualTo(200);
            assertThat(send(service, "GET", "/actuator/health", "").body())
                    .contains("push one with weir policy push, or start with --ready-without-policy")
                    .doesNotContain(folder.toString());
            HttpResponse<String> off = send(service, "PUT", "/api/v1/policies/mode", "{\"mode\":\"off\"}");
            assertThat(off.statusCode()).isEqualTo(200);
            assertThat(off.body()).contains("all rules at most off on this instance only");
            assertThat(send(service, "PUT", "/api/v1/policies", RULES).statusCode())
                    .isEqualTo(200);
            assertThat(health(service, "readiness")).isEqualTo(200);
            assertThat(service.policy().policy().rules()).hasSize(1);
        }
    }

    @Test
    void isReadyWithAnUnreadablePolicyIfSetSo() throws Exception {
        Files.writeString(folder.resolve("policy.json"), "");
        try (WeirService service = start(PolicySettings.IfUnread.READY)) {
            assertThat(health(service, "readiness")).isEqualTo(200);
            assertThat(send(service, "GET", "/actuator/health", "").body()).contains("DEGRADED");
        }
    }

    @Test
    void isReadyWithoutAnyPolicy() throws Exception {
        try (WeirService service = start(PolicySettings.IfUnread.NOT_READY)) {
            assertThat(health(service, "readiness")).isEqualTo(200);
            assertThat(send(service, "GET", "/actuator/health", "").statusCode())
                    .isEqualTo(200);
        }
    }
}
