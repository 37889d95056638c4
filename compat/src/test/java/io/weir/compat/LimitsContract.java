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

/** What limits of every level do, over real HTTP; on Tomcat and on Netty alike. */
abstract class LimitsContract {

    static final String FOR = "X-Forwarded-For";
    static final String AUTHORIZATION = "Authorization";
    static final String KEY = "X-API-Key";

    abstract RunningApp app();

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    private static List<Integer> times(int count, int status) {
        return Collections.nCopies(count, status);
    }

    @Test
    void anEndpointOfThePlainFormRefusesWhatIsTooMuchForAUser() {
        String user = basic(freshUser());
        HttpResponse<String> first = app().get("/api/v1/orders", AUTHORIZATION, user);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(header(first, "X-RateLimit-Limit")).isEqualTo("5");
        assertThat(header(first, "X-RateLimit-Remaining")).isEqualTo("4");
        assertThat(app().statuses(4, "/api/v1/orders/77", AUTHORIZATION, user)).containsOnly(200);
        HttpResponse<String> refused = app().get("/api/v1/orders", AUTHORIZATION, user);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(header(refused, "Retry-After")).matches("5[0-9]|60");
        assertThat(refused.body())
                .matches("\\{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                        + "\"detail\":\"rule /api/v1/orders allows no more for now; try again in \\d+ s\","
                        + "\"rule\":\"/api/v1/orders\",\"retryAfterSeconds\":\\d+}");
        assertThat(app().get("/api/v1/orders", AUTHORIZATION, basic(freshUser())).statusCode())
                .isEqualTo(200);
    }

    @Test
    void theLongestPathAloneCounts() {
        String user = basic(freshUser());
        assertThat(app().statuses(3, "/api/v1/orders/bulk", AUTHORIZATION, user)).containsExactly(200, 200, 429);
        assertThat(app().statuses(5, "/api/v1/orders", AUTHORIZATION, user)).containsOnly(200);
    }

    @Test
    void aPathWithDotsIsAnEndpointToo() {
        String user = basic(freshUser());
        assertThat(app().statuses(4, "/api/v1.1/export.csv", AUTHORIZATION, user))
                .containsExactly(200, 200, 200, 429);
    }

    @Test
    void theLowestTierIsForUsersWithoutOne() {
        String user = basic(freshUser());
        assertThat(app().statuses(20, "/api/free", AUTHORIZATION, user)).isEqualTo(times(20, 200));
        assertThat(app().get("/api/free", AUTHORIZATION, user).body()).contains("\"rule\":\"tier-free\"");
    }

    @Test
    void aTokenNamesUserTierAndTenant() {
        String name = freshUser();
        String premium = bearer(name, "\"tier\":\"premium\",\"tenant\":\"" + name + "\"");
        assertThat(app().statuses(40, "/api/premium", AUTHORIZATION, premium)).isEqualTo(times(40, 200));
        assertThat(app().get("/api/premium", AUTHORIZATION, premium).body()).contains("\"rule\":\"tier-premium\"");
        String another = bearer(freshUser(), "\"tenant\":\"" + name + "\"");
        assertThat(app().statuses(4, "/api/v1/tenant", AUTHORIZATION, another)).containsExactly(200, 200, 200, 429);
        String third = bearer(freshUser(), "\"tenant\":\"" + name + "\"");
        assertThat(app().get("/api/v1/tenant", AUTHORIZATION, third).statusCode()).isEqualTo(429);
    }

    @Test
    void aClaimCanBeCountedBy() {
        String org = "\"org\":\"" + freshUser() + "\"";
        for (int i = 0; i < 3; i++) {
            assertThat(app().get("/api/v1/organisation", AUTHORIZATION, bearer(freshUser(), org)).statusCode())
                    .isEqualTo(200);
        }
        assertThat(app().get("/api/v1/organisation", AUTHORIZATION, bearer(freshUser(), org)).statusCode())
                .isEqualTo(429);
    }

    @Test
    void anApiKeyIsACallerWithATier() {
        assertThat(app().statuses(4, "/api/v1/key", KEY, "partner-secret", FOR, freshAddress()))
                .containsExactly(200, 200, 200, 429);
        HttpResponse<String> premium = app().get("/api/anything", KEY, "partner-secret", FOR, freshAddress());
        assertThat(header(premium, "X-RateLimit-Limit")).isEqualTo("40");
    }

    @Test
    void anInventedApiKeyIsNobodysAndGivesNoFreshCounter() {
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            assertThat(app().get("/api/v1/orders", KEY, "invented-" + i, FOR, address).statusCode())
                    .isEqualTo(200);
        }
        assertThat(app().get("/api/v1/orders", KEY, "invented-6", FOR, address).statusCode()).isEqualTo(429);
    }

    @Test
    void anonymousCallersAreCountedByAddress() {
        String address = freshAddress();
        assertThat(app().statuses(100, "/open/a", FOR, address)).isEqualTo(times(100, 200));
        assertThat(app().get("/open/b", FOR, address).body()).contains("\"rule\":\"anonymous\"");
        assertThat(app().get("/open/b", FOR, freshAddress()).statusCode()).isEqualTo(200);
    }

    @Test
    void aCostIsTakenForEachRequest() {
        String user = basic(freshUser());
        assertThat(app().statuses(3, "/api/v1/reports", AUTHORIZATION, user)).containsExactly(200, 200, 429);
    }

    @Test
    void anOverrideStandsInsteadOfATier() {
        String user = basic("generous");
        assertThat(header(app().get("/api/free", AUTHORIZATION, user), "X-RateLimit-Limit")).isEqualTo("1000");
    }

    @Test
    void whoBypassesMeetsNoRule() {
        assertThat(app().statuses(7, "/api/v1/orders", AUTHORIZATION, basic("monitor"))).containsOnly(200);
        assertThat(app().statuses(7, "/api/v1/orders", KEY, "nightly-secret", FOR, freshAddress())).containsOnly(200);
        assertThat(app().get("/actuator/ratelimit").body()).contains("\"monitoring\":").contains("\"nightly\":");
    }

    @Test
    void shadowOnlyWatchesAndOffDoesNothing() {
        String address = freshAddress();
        assertThat(app().statuses(3, "/api/v1/watched", FOR, address)).containsOnly(200);
        assertThat(app().statuses(3, "/api/v1/unlimited", FOR, address)).containsOnly(200);
        assertThat(app().get("/actuator/ratelimit").body())
                .contains("{\"name\":\"watching\",\"mode\":\"shadow\",\"limit\":\"1/h\",\"path\":\"/api/v1/watched\","
                        + "\"per\":[\"ip\"],\"allowed\":1,\"denied\":2}");
    }

    @Test
    void readingAndWritingAreCountedApart() {
        String address = freshAddress();
        assertThat(app().statuses(3, "/api/v1/methods", FOR, address)).containsExactly(200, 200, 429);
        assertThat(app().send("POST", "/api/v1/methods", FOR, address).statusCode()).isEqualTo(200);
        assertThat(app().send("DELETE", "/api/v1/methods", FOR, address).statusCode()).isEqualTo(429);
    }

    @Test
    void onlyTheStatusesOfARuleCount() {
        String address = freshAddress();
        assertThat(app().statuses(10, "/status/200", FOR, address)).isEqualTo(times(10, 200));
        assertThat(app().statuses(4, "/status/401", FOR, address)).containsExactly(401, 401, 401, 429);
    }

    @Test
    void whatIsNotTheCallersFaultIsGivenBack() {
        String address = freshAddress();
        assertThat(app().statuses(5, "/fault/503", FOR, address)).containsOnly(503);
        assertThat(app().statuses(5, "/fault/throw", FOR, address)).containsOnly(500);
        assertThat(app().statuses(4, "/fault/200", FOR, address)).containsExactly(200, 200, 200, 429);
    }

    @Test
    void aRetryWithTheSameIdempotencyKeyIsFree() {
        String user = basic(freshUser());
        for (int i = 0; i < 4; i++) {
            assertThat(pay(user, "one").statusCode()).isEqualTo(200);
        }
        assertThat(pay(user, "two").statusCode()).isEqualTo(200);
        assertThat(pay(user, "three").statusCode()).isEqualTo(429);
        assertThat(pay(user, "one").statusCode()).isEqualTo(429);
    }

    private HttpResponse<String> pay(String user, String key) {
        return app().send("POST", "/api/v1/pay", AUTHORIZATION, user, "Idempotency-Key", key);
    }

    @Test
    void aThousandFailedFormLoginsAreLimited() {
        String address = freshAddress();
        int limited = 0;
        for (int i = 0; i < 1_000; i++) {
            HttpResponse<String> response = app().sendBody(
                    "POST",
                    "/login",
                    "username=victim&password=guess-" + i,
                    "Content-Type",
                    "application/x-www-form-urlencoded",
                    FOR,
                    address);
            limited += response.statusCode() == 429 ? 1 : 0;
        }
        assertThat(limited).isEqualTo(990);
    }

    @Test
    void aThousandForgedTokensAreLimited() {
        String address = freshAddress();
        List<Integer> statuses = app().statuses(1_000, "/api/v1/secret", AUTHORIZATION, "Bearer forged", FOR, address);
        assertThat(statuses.subList(0, 10)).containsOnly(401);
        assertThat(statuses.subList(10, 1_000)).containsOnly(429);
    }

    @Test
    void aThousandWrongPasswordsAreLimited() {
        String address = freshAddress();
        List<Integer> statuses =
                app().statuses(1_000, "/api/v1/secret", AUTHORIZATION, basic("victim", "guess"), FOR, address);
        assertThat(statuses.subList(0, 10)).containsOnly(401);
        assertThat(statuses.subList(10, 1_000)).containsOnly(429);
    }

    @Test
    void aDenialAfterAuthenticationGivesBackWhatWasTakenBefore() {
        String address = freshAddress();
        String user = basic(freshUser());
        assertThat(app().statuses(8, "/api/v1/both", FOR, address, AUTHORIZATION, user).subList(3, 8))
                .containsOnly(429);
        // The address had ten: three of the first user, none for his denials, seven more are left.
        int passed = 0;
        for (int i = 0; i < 9; i++) {
            passed += app().get("/api/v1/both", FOR, address, AUTHORIZATION, basic(freshUser())).statusCode() == 200 ? 1 : 0;
        }
        assertThat(passed).isEqualTo(7);
    }

    @Test
    void bothAddressAndIdentityAreCounted() {
        String address = freshAddress();
        int passed = 0;
        for (int i = 0; i < 20; i++) {
            String user = basic(freshUser());
            passed += app().get("/api/v1/both", FOR, address, AUTHORIZATION, user).statusCode() == 200 ? 1 : 0;
        }
        assertThat(passed).isEqualTo(10);
    }

    @Test
    void healthIsNeverLimited() {
        assertThat(app().statuses(150, "/actuator/health", FOR, freshAddress())).containsOnly(200);
    }

    @Test
    void aPreflightIsNotCharged() {
        String address = freshAddress();
        for (int i = 0; i < 110; i++) {
            assertThat(raw("OPTIONS", "/api/v1/orders", address, "Access-Control-Request-Method: GET"))
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(app().get("/api/v1/orders", FOR, address).statusCode()).isEqualTo(200);
    }

    /** The client of the JDK does not send Origin. */
    private String raw(String method, String path, String address, String... lines) {
        try {
            String[] all = new String[lines.length + 2];
            all[0] = FOR + ": " + address;
            all[1] = "Origin: https://shop.example";
            System.arraycopy(lines, 0, all, 2, lines.length);
            return app().raw().send(method, path, all);
        } catch (java.io.IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void aScriptFromElsewhereCanReadARefusal() {
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            assertThat(raw("GET", "/api/v1/orders", address)).startsWith("HTTP/1.1 200");
        }
        assertThat(raw("GET", "/api/v1/orders", address))
                .startsWith("HTTP/1.1 429")
                .containsIgnoringCase("Access-Control-Allow-Origin: https://shop.example")
                .containsIgnoringCase("Access-Control-Allow-Credentials: true")
                .containsPattern("(?i)Access-Control-Expose-Headers: .*X-RateLimit-Limit.*Retry-After")
                .containsOnlyOnce("Access-Control-Allow-Origin")
                .containsIgnoringCase("Vary: Origin");
    }

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
    void aModeOrRuleThatIsNotIsRefused() {
        assertThat(switchMode("{\"rule\":\"switched\",\"mode\":\"of\"}").statusCode()).isEqualTo(400);
        assertThat(switchMode("{\"rule\":\"none\",\"mode\":\"off\"}").statusCode()).isEqualTo(400);
        assertThat(switchMode("{\"rule\":\"switched\"}").statusCode()).isEqualTo(400);
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
    void metersCountWhatEachRuleSaysAndWhoWasNotProved() {
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
    void methodsAreLimitedWhateverTheyReturn() {
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
    void aMethodsRuleCountsWhoeverMakesTheRequest() {
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
