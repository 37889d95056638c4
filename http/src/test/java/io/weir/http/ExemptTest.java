package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Rule;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to which no rule applies. */
final class ExemptTest {

    private static final Rule ONE = Rule.of("per-ip", Limit.parse("1/day")).per(CountBy.IP);

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/health", "/health/live", "/healthz", "/livez", "/readyz"})
    void healthChecksAreNeverDenied(String path) throws Exception {
        try (Site site = new Site(ONE).start()) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> response = site.get(path);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(Site.remaining(response)).isEqualTo("no header");
            }
            assertThat(site.get("/healthier").statusCode()).isEqualTo(200);
            assertThat(site.get("/healthier").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void preflightsCostNothing() throws Exception {
        try (Site site = new Site(ONE).start()) {
            String[] preflight = {"Origin", "https://shop.example", "Access-Control-Request-Method", "POST"};
            for (int i = 0; i < 3; i++) {
                assertThat(site.send("OPTIONS", "/orders", preflight).statusCode())
                        .isEqualTo(200);
            }
            assertThat(site.send("POST", "/orders", preflight).statusCode()).isEqualTo(200);
            assertThat(site.send("POST", "/orders", preflight).statusCode()).isEqualTo(429);
            assertThat(site.send("OPTIONS", "/orders", preflight).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void otherOptionsCost() throws Exception {
        try (Site site = new Site(ONE).start()) {
            String[] halfAPreflight = {"Origin", "https://shop.example"};
            assertThat(site.send("OPTIONS", "/orders", halfAPreflight).statusCode())
                    .isEqualTo(200);
            assertThat(site.send("OPTIONS", "/orders", halfAPreflight).statusCode())
                    .isEqualTo(429);
        }
    }
}
