package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HeaderStyle.Dialect;
import io.weir.limit.Limit;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The headers and bodies that a client sees. */
final class HeadersTest {

    private static final Rule GLOBAL = Rule.of("global", Limit.parse("4/min"));
    private static final Rule PER_IP = Rule.of("per-ip", Limit.parse("2/min")).per(CountBy.IP);

    private static Map<String, String> limitHeaders(HttpResponse<String> response) {
        Map<String, String> found = new TreeMap<>();
        response.headers().map().forEach((name, values) -> {
            if (name.contains("ratelimit") || name.equals("retry-after")) {
                found.put(name, String.join("|", values));
            }
        });
        return found;
    }

    @Test
    void anAllowedResponseHasTheRemainingPermitsInEveryDialect() throws Exception {
        HeaderStyle all = HeaderStyle.of(EnumSet.allOf(Dialect.class));
        try (Site site = new Site(GLOBAL, PER_IP).withStyle(all).start()) {
            HttpResponse<String> response = site.get("/orders");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("GET /orders");
            assertThat(limitHeaders(response))
                    .containsExactly(
                            Map.entry("ratelimit", "\"per-ip\";r=1;t=30"),
                            Map.entry("ratelimit-limit", "2"),
                            Map.entry("ratelimit-policy", "\"per-ip\";q=2;w=60"),
                            Map.entry("ratelimit-remaining", "1"),
                            Map.entry("ratelimit-reset", "30"),
                            Map.entry("x-ratelimit-limit", "2"),
                            Map.entry("x-ratelimit-remaining", "1"),
                            Map.entry("x-ratelimit-reset", "1767225630"));
        }
    }

    @Test
    void aDenialIsAProblemWithTheRuleAndTheWait() throws Exception {
        try (Site site = new Site(GLOBAL, PER_IP).start()) {
            site.get("/orders");
            site.get("/orders");
            int calls = site.app.calls.get();
            HttpResponse<String> denied = site.get("/orders");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(limitHeaders(denied))
                    .containsExactly(
                            Map.entry("retry-after", "30"),
                            Map.entry("x-ratelimit-limit", "2"),
                            Map.entry("x-ratelimit-remaining", "0"),
                            Map.entry("x-ratelimit-reset", "1767225660"));
            assertThat(denied.body())
                    .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                            + "\"detail\":\"rule per-ip allows no more for now; try again in 30 s\","
                            + "\"rule\":\"per-ip\",\"retryAfterSeconds\":30}");
            assertThat(site.app.calls).hasValue(calls);
        }
    }

    @Test
    void theNumbersOfAGlobalRuleAreNotShown() throws Exception {
        try (Site site = new Site(GLOBAL).start()) {
            assertThat(limitHeaders(site.get("/orders"))).isEmpty();
            for (int i = 0; i < 3; i++) {
                site.get("/orders");
            }
            HttpResponse<String> denied = site.get("/orders");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(limitHeaders(denied)).containsExactly(Map.entry("retry-after", "15"));
            assertThat(denied.body()).contains("\"rule\":\"global\"");
        }
    }

    @Test
    void aRuleInShadowModeIsNotShown() throws Exception {
        try (Site site = new Site(PER_IP.withMode(Mode.SHADOW)).start()) {
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> response = site.get("/orders");
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(limitHeaders(response)).isEmpty();
            }
        }
    }

    @Test
    void crossOriginScriptsMayReadTheHeaders() throws Exception {
        try (Site site = new Site(PER_IP).inTwoStages().start()) {
            List<String> names = List.of("X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After");
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> response = site.send("POST", "/orders", "Origin", "https://shop.example");
                assertThat(response.statusCode()).isEqualTo(i < 2 ? 200 : 429);
                assertThat(response.headers().allValues("Access-Control-Expose-Headers"))
                        .isEqualTo(names);
            }
            assertThat(site.get("/orders").headers().firstValue("Access-Control-Expose-Headers"))
                    .isEqualTo(Optional.empty());
        }
    }
}
