package example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limits of policy.yml, as programs meet them. */
final class LimitsTest {

    private final OpenShop shop = OpenShop.get();
    private final ApiClient client = new ApiClient(shop);

    @BeforeEach
    void freshLimits() {
        shop.time().advance(Duration.ofDays(1));
    }

    private long allowed(int times, String path) {
        return IntStream.range(0, times)
                .filter(i -> client.get(path).statusCode() == 200)
                .count();
    }

    @Test
    void searchesOfAnAddress() {
        assertThat(allowed(110, "/api/v1/search?q=tea")).isEqualTo(100);
    }

    @Test
    void requestsOfACustomerByTier() {
        client.loggedIn(shop.newCustomer().email());
        assertThat(allowed(160, "/api/v1/products")).isEqualTo(150);
    }

    @Test
    void differentProductsOfAVisitorAndAnyNumberOfLooksAtOne() {
        long served = IntStream.rangeClosed(1, 30)
                .filter(id -> client.get("/api/v1/products/" + id).statusCode() == 200)
                .count();
        assertThat(served).isEqualTo(20);
        assertThat(allowed(20, "/api/v1/products/7")).isEqualTo(20);
        HttpResponse<String> next = client.get("/api/v1/products/31");
        assertThat(next.statusCode()).isEqualTo(403);
        assertThat(ApiClient.json(next).path("challenge").path("puzzle").asString(""))
                .startsWith("weir1.");
    }

    @Test
    void paymentsOfACustomer() {
        client.loggedIn(shop.newCustomer().email());
        long answered = IntStream.range(0, 20)
                .filter(i -> client.post("/api/v1/payments", Map.of("order", 0, "card", "1"))
                                .statusCode()
                        == 404)
                .count();
        assertThat(answered).isEqualTo(15);
    }

    @Test
    void signUpsOfAnAddressNeedAChallengeAfterTwo() {
        for (int i = 0; i < 2; i++) {
            assertThat(signUp(client, "many-" + i).statusCode()).isEqualTo(201);
        }
        assertThat(signUp(client, "many-2").statusCode()).isEqualTo(403);
    }

    private static HttpResponse<String> signUp(ApiClient client, String name) {
        Map<String, String> draft =
                Map.of("email", name + "@example.com", "name", "Many", "password", OpenShop.PASSWORD);
        return client.post("/api/v1/accounts", draft);
    }

    @Test
    void aHoneypotMakesItsVisitorABotForADay() {
        client.get("/.env");
        assertThat(allowed(30, "/api/v1/products")).isEqualTo(4);
    }

    @Test
    void aPersonGetsAPageAndAProgramGetsJson() {
        for (int i = 0; i < 100; i++) {
            client.get("/search?q=tea");
        }
        client.with("Accept", "text/html");
        HttpResponse<String> page = client.get("/search?q=tea");
        assertThat(page.statusCode()).isEqualTo(429);
        assertThat(page.headers().firstValue("Retry-After")).contains("1");
        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(page.body()).contains("A little slower, please");
        client.with("Accept", "application/json");
        assertThat(client.get("/search?q=tea").body()).startsWith("{");
    }

    @Test
    void bodiesOfAnotherKindAndTooLongOnesAreRefused() {
        client.with("Content-Type", "text/plain");
        assertThat(client.post("/api/v1/login", Map.of()).statusCode()).isEqualTo(415);
        client.without("Content-Type");
        assertThat(client.post("/api/v1/login", Map.of("email", "x".repeat(70_000)))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void aFailedLoginSaysNothingAboutTheAccount() {
        HttpResponse<String> known = client.login(shop.newCustomer().email(), "wrong");
        HttpResponse<String> unknown = client.login("nobody@example.com", "wrong");
        assertThat(known.statusCode()).isEqualTo(unknown.statusCode()).isEqualTo(401);
        assertThat(known.body()).isEqualTo(unknown.body());
    }
}
