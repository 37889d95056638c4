package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.bearer;
import static io.weir.compat.Credentials.freshAddress;
import static io.weir.compat.Credentials.freshUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Limits of every level over real HTTP, on Tomcat and on Netty. */
abstract class LimitsContract {

    static final String FOR = "X-Forwarded-For";
    static final String AUTHORIZATION = "Authorization";
    static final String KEY = "X-API-Key";

    abstract RunningApp app();

    static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    static List<Integer> times(int count, int status) {
        return Collections.nCopies(count, status);
    }

    @Test
    void anEndpointOfThePlainFormLimitsAUser() {
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
    void onlyTheLongestPathCounts() {
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
    void anInventedApiKeyIsAnonymousAndGetsNoFreshCounter() {
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
    void anOverrideReplacesATier() {
        String user = basic("generous");
        assertThat(header(app().get("/api/free", AUTHORIZATION, user), "X-RateLimit-Limit")).isEqualTo("1000");
    }

    @Test
    void noRuleAppliesToABypass() {
        assertThat(app().statuses(7, "/api/v1/orders", AUTHORIZATION, basic("monitor"))).containsOnly(200);
        assertThat(app().statuses(7, "/api/v1/orders", KEY, "nightly-secret", FOR, freshAddress())).containsOnly(200);
        assertThat(app().get("/actuator/ratelimit").body()).contains("\"monitoring\":").contains("\"nightly\":");
    }

    @Test
    void shadowOnlyReportsAndOffDoesNothing() {
        String address = freshAddress();
        assertThat(app().statuses(3, "/api/v1/watched", FOR, address)).containsOnly(200);
        assertThat(app().statuses(3, "/api/v1/unlimited", FOR, address)).containsOnly(200);
        assertThat(app().get("/actuator/ratelimit").body())
                .contains("{\"name\":\"watching\",\"mode\":\"shadow\",\"limit\":\"1/h\",\"path\":\"/api/v1/watched\","
                        + "\"per\":[\"ip\"],\"allowed\":1,\"denied\":2}");
    }

    @Test
    void readingAndWritingAreCountedSeparately() {
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
    void chargesOfServerErrorsAreGivenBack() {
        String address = freshAddress();
        for (int status : new int[] {503, 503, 503, 503, 503, 500, 500, 500, 500, 500, 200, 200, 200}) {
            awaitStatus(status, status == 500 ? "/fault/throw" : "/fault/" + status, address);
        }
        assertThat(app().get("/fault/200", FOR, address).statusCode()).isEqualTo(429);
    }

    /** The charge of a response may be given back after its client has read it, so the next request may be denied first. */
    private void awaitStatus(int status, String path, String address) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            int actual = app().get(path, FOR, address).statusCode();
            assertThat(actual).isIn(status, 429);
            return actual == status;
        });
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
}
