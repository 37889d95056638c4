package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.bearer;
import static io.weir.compat.Credentials.freshAddress;
import static io.weir.compat.Credentials.freshUser;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Operation of a running application through its actuator, and limited methods. */
abstract class OperatedContract extends SecuredContract {

    @Test
    void aModeIsSwitchedWhileItRuns() {
        String address = freshAddress();
        assertThat(app().statuses(2, "/api/v1/switched", FOR, address)).containsExactly(200, 429);
        assertThat(switchMode("{\"rule\":\"switched\",\"mode\":\"shadow\"}").statusCode()).isEqualTo(200);
        assertThat(app().statuses(2, "/api/v1/switched", FOR, address)).containsOnly(200);
        assertThat(switchMode("{\"rule\":\"switched\",\"mode\":\"enforce\"}").body())
                .contains("\"name\":\"switched\",\"mode\":\"enforce\"");
        assertThat(app().get("/api/v1/switched", FOR, address).statusCode()).isEqualTo(429);
    }

    @Test
    void theWholePolicyIsSwitchedOffAndOn() {
        String address = freshAddress();
        assertThat(app().statuses(2, "/api/v1/switched", FOR, address)).containsExactly(200, 429);
        assertThat(switchMode("{\"mode\":\"off\"}").body()).startsWith("{\"mode\":\"off\"");
        try {
            assertThat(app().get("/api/v1/switched", FOR, address).statusCode()).isEqualTo(200);
        } finally {
            switchMode("{\"mode\":\"enforce\"}");
        }
        assertThat(app().get("/api/v1/switched", FOR, address).statusCode()).isEqualTo(429);
    }

    @Test
    void anUnknownModeOrRuleIsRejected() {
        assertThat(switchMode("{\"rule\":\"switched\",\"mode\":\"of\"}").statusCode()).isEqualTo(400);
        assertThat(switchMode("{\"rule\":\"none\",\"mode\":\"off\"}").statusCode()).isEqualTo(400);
        assertThat(switchMode("{\"rule\":\"switched\"}").statusCode()).isEqualTo(400);
    }

    @Test
    void aMisspeltWordChangesNoMode() {
        HttpResponse<String> misspelt = switchMode("{\"rul\":\"switched\",\"mode\":\"off\"}");
        assertThat(misspelt.statusCode()).isEqualTo(400);
        assertThat(misspelt.body()).isEqualTo("{\"error\":\"unknown word \\\"rul\\\"; write mode, rule\"}");
        assertThat(switchMode("{\"rule\":null,\"mode\":\"off\"}").statusCode()).isEqualTo(400);
        HttpResponse<String> question = app().get("/actuator/ratelimit/explain?path=/api/v1/orders&usr=7");
        assertThat(question.statusCode()).isEqualTo(400);
        assertThat(question.body()).contains("unknown word \\\"usr\\\"");
        assertThat(app().get("/actuator/ratelimit").body()).startsWith("{\"mode\":\"enforce\"");
    }

    private HttpResponse<String> switchMode(String body) {
        return app().sendBody("POST", "/actuator/ratelimit", body, "Content-Type", "application/json");
    }

    private double meter(String nameAndTags) {
        String body = app().get("/actuator/metrics/" + nameAndTags).body();
        Matcher value = Pattern.compile("\"value\":([0-9.E]+)").matcher(body);
        assertThat(value.find()).as(body).isTrue();
        return Double.parseDouble(value.group(1));
    }

    @Test
    void metersCountDecisionsOfRulesAndBypassAttempts() {
        String denied = "rate_limiter.rule.requests?tag=outcome:denied&tag=rule:/api/v1/orders";
        double before = meter(denied);
        app().statuses(7, "/api/v1/orders", AUTHORIZATION, basic(freshUser()));
        assertThat(meter(denied) - before).isEqualTo(2);
        double failed = meter("api.authentication.failed");
        assertThat(app().statuses(3, "/api/v1/orders", AUTHORIZATION, basic(freshUser(), "wrong"), FOR, freshAddress()))
                .containsOnly(401);
        assertThat(meter("api.authentication.failed") - failed).isEqualTo(3);
    }

    @Test
    void everyCheckIsAnObservationWithRuleAndOutcome() {
        app().statuses(6, "/api/v1/orders", AUTHORIZATION, basic(freshUser()));
        assertThat(meter("weir.check?tag=weir.rule:/api/v1/orders&tag=weir.outcome:denied")).isPositive();
        assertThat(meter("weir.check?tag=weir.rule:/api/v1/orders&tag=weir.outcome:allowed")).isPositive();
    }

    @Test
    void theHottestSubjectsAreShownByTheirHashes() {
        String name = freshUser();
        app().statuses(8, "/api/v1/orders", AUTHORIZATION, basic(name));
        String top = app().get("/actuator/ratelimit/top").body();
        assertThat(top).contains("\"requests\":[{\"subject\":\"", "\"rejected\":[{\"subject\":\"").doesNotContain(name);
        assertThat(app().get("/actuator/ratelimit/else").statusCode()).isEqualTo(404);
    }

    @Test
    void explainShowsTheDecisionOfEachRuleWithoutTakingPermits() {
        String user = freshUser();
        app().statuses(4, "/api/v1/orders", AUTHORIZATION, basic(user));
        String question = "/actuator/ratelimit/explain?path=/api/v1/orders/7&method=POST&user=" + user;
        for (int i = 0; i < 3; i++) {
            assertThat(app().get(question).body())
                    .startsWith("{\"allowed\":true,\"explanation\":\"allowed; global: allowed, ")
                    .contains("{\"rule\":\"/api/v1/orders\",\"subject\":\"user:" + user + "\",\"limit\":\"1/min burst 5\",\"cost\":1,"
                            + "\"enforced\":true,\"allowed\":true,\"remaining\":1,\"retryAfterSeconds\":0.0}");
        }
        app().get("/api/v1/orders", AUTHORIZATION, basic(user));
        assertThat(app().get(question).body()).contains("\"allowed\":false,\"explanation\":\"denied by /api/v1/orders; ");
    }

    @Test
    void explainKnowsTiersKeysBypassesAndExemptPaths() {
        String question = "/actuator/ratelimit/explain?path=";
        assertThat(app().get(question + "/a&user=" + freshUser() + "&tier=premium").body()).contains("\"tier-premium\"");
        assertThat(app().get(question + "/a&apiKey=" + freshUser()).body()).contains("\"tier-free\"");
        assertThat(app().get(question + "/a&ip=192.0.2.1").body()).contains("\"rule\":\"anonymous\",\"subject\":\"ip:192.0.2.1\"");
        assertThat(app().get(question + "/a&user=monitor").body()).contains("allowed by bypass monitoring");
        assertThat(app().get(question + "/health/x").body()).contains("\"rules\":[]").contains("the path is exempt");
        assertThat(app().get(question + "/a&ip=nowhere").statusCode()).isEqualTo(400);
        assertThat(app().get("/actuator/ratelimit/explain").body()).contains("write explain?path=/api/v1/orders");
    }

    @Test
    void anUnknownTierIsCounted() {
        double before = meter("rate_limiter.unknown_tiers");
        app().statuses(2, "/api/free", AUTHORIZATION, bearer(freshUser(), "\"tier\":\"gold\""));
        assertThat(meter("rate_limiter.unknown_tiers") - before).isEqualTo(2);
    }

    @Test
    void metersCountDenialsByRuleAndPath() {
        String user = basic(freshUser());
        app().statuses(6, "/api/v1/orders", AUTHORIZATION, user);
        assertThat(app().get("/actuator/metrics/api.rate_limit.exceeded?tag=endpoint:/api/v1/orders/**").body())
                .contains("\"rule\"");
        app().get("/open/x", KEY, "forged", FOR, freshAddress());
        assertThat(app().get("/actuator/metrics/rate_limiter.bypass_attempts?tag=kind:forged-credential").statusCode())
                .isEqualTo(200);
    }

    @Test
    void theHealthOfTheStoreIsShown() {
        assertThat(app().get("/actuator/health").body()).contains("\"rateLimit\":{\"status\":\"UP\"}");
    }

    @Test
    void methodsOfEveryReturnTypeAreLimited() {
        for (String path : List.of("inline", "plain", "mono", "flux", "future", "rule")) {
            String id = freshUser();
            assertThat(app().statuses(2, "/limited/" + path + "/" + id, FOR, freshAddress())).as(path).containsOnly(200);
            HttpResponse<String> refused = app().get("/limited/" + path + "/" + id, FOR, freshAddress());
            assertThat(refused.statusCode()).as(path).isEqualTo(429);
            assertThat(header(refused, "Content-Type")).as(path).startsWith("application/problem+json");
            assertThat(header(refused, "Retry-After")).as(path).matches("\\d+");
            assertThat(app().get("/limited/" + path + "/" + freshUser(), FOR, freshAddress()).statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
    }

    @Test
    void aRefusalOfAMethodNamesItsLimitAndNoClass() {
        String id = freshUser();
        app().statuses(2, "/limited/inline/" + id, FOR, freshAddress());
        HttpResponse<String> refused = app().get("/limited/inline/" + id, FOR, freshAddress());
        assertThat(refused.headers().allValues("X-RateLimit-Limit")).containsExactly("2");
        assertThat(refused.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
        assertThat(refused.headers().allValues("Retry-After")).hasSize(1);
        assertThat(refused.body()).contains("\"rule\":\"inline\"").doesNotContain("io.weir", "Shop");
    }

    @Test
    void aRuleOfBothARequestAndItsMethodCountsOnce() {
        String address = freshAddress();
        assertThat(app().statuses(3, "/limited/by-path", FOR, address)).containsOnly(200);
        assertThat(app().statuses(2, "/limited/elsewhere", FOR, address)).containsExactly(200, 429);
        assertThat(app().statuses(1, "/limited/by-path", FOR, address)).containsExactly(429);
        assertThat(app().get("/actuator/ratelimit").body())
                .contains("{\"name\":\"by-path-and-method\",\"mode\":\"enforce\",\"limit\":\"4/h\","
                        + "\"path\":\"/limited/by-path\",\"per\":[\"ip\"],\"allowed\":4,\"denied\":2}");
    }

    @Test
    void aRuleOfAMethodCountsTheCallerOfTheRequest() {
        String user = basic(freshUser());
        assertThat(app().statuses(3, "/limited/reports", AUTHORIZATION, user)).containsExactly(200, 200, 429);
        assertThat(app().statuses(1, "/limited/reports", AUTHORIZATION, basic(freshUser()))).containsExactly(200);
    }

    @Test
    void aRefusalLeavesTheConnectionUsable() {
        for (int i = 0; i < 20; i++) {
            String address = freshAddress();
            assertThat(app().keptAlive("/api/v1/switched", FOR, address)).isEqualTo(200);
            assertThat(app().keptAlive("/api/v1/switched", FOR, address)).isEqualTo(429);
            assertThat(app().keptAlive("/api/v1/switched", FOR, address)).isEqualTo(429);
        }
    }

    @Test
    void aLeakyBucketHoldsRequestsForTheirTurn() {
        String address = freshAddress();
        long start = System.nanoTime();
        assertThat(app().statuses(4, "/slow", FOR, address)).containsOnly(200);
        assertThat(System.nanoTime() - start).isGreaterThan(290_000_000L);
    }
}
