package example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import example.shop.identity.Account;
import example.shop.session.ActiveSessions;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.jdbc.GuardDatabase;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Access tokens of 15 minutes, and refresh tokens that are good for one use. */
final class SessionsTest {

    private static final String REFRESH = "/api/v1/token/refresh";
    private static final String COOKIE = "shop_refresh";

    private final OpenShop shop = OpenShop.get();
    private final Account customer = shop.newCustomer();
    private final ApiClient client = new ApiClient(shop);

    @BeforeEach
    void logIn() {
        shop.time().advance(Duration.ofHours(1));
        client.loggedIn(customer.email());
    }

    private int orders() {
        return client.get("/api/v1/orders").statusCode();
    }

    private int refresh() {
        return client.post(REFRESH, Map.of()).statusCode();
    }

    @Test
    void anAccessTokenIsValidForFifteenMinutes() {
        shop.time().advance(Duration.ofMinutes(15));
        assertThat(orders()).isEqualTo(200);
        shop.time().advance(Duration.ofSeconds(6));
        assertThat(orders()).isEqualTo(401);
    }

    @Test
    void aRefreshTokenGivesTheNextOne() {
        String first = client.cookie(COOKIE).orElseThrow();
        shop.time().advance(Duration.ofMinutes(16));
        client.without("Authorization").using(client.post(REFRESH, Map.of()));
        assertThat(orders()).isEqualTo(200);
        assertThat(client.cookie(COOKIE)).isPresent().isNotEqualTo(java.util.Optional.of(first));
    }

    @Test
    void aReusedRefreshTokenEndsTheSessionForThiefAndOwner() {
        String stolen = client.cookie(COOKIE).orElseThrow();
        assertThat(refresh()).isEqualTo(200);
        shop.time().advance(Duration.ofSeconds(11));
        ApiClient thief = new ApiClient(shop);
        thief.setCookie(COOKIE, stolen);
        assertThat(thief.post(REFRESH, Map.of()).statusCode()).isEqualTo(401);
        assertThat(refresh()).isEqualTo(401);
        assertThat(orders()).isEqualTo(401);
    }

    @Test
    void aThiefOnAnotherDeviceGetsNoSiblingAtOnceEither() {
        String stolen = client.cookie(COOKIE).orElseThrow();
        assertThat(refresh()).isEqualTo(200);
        ApiClient thief = new ApiClient(shop);
        thief.setCookie(COOKIE, stolen);
        assertThat(thief.post(REFRESH, Map.of()).statusCode()).isEqualTo(401);
        assertThat(refresh()).isEqualTo(401);
    }

    @Test
    void twoTabsOfOneBrowserDoNotEndTheSession() {
        String both = client.cookie(COOKIE).orElseThrow();
        assertThat(refresh()).isEqualTo(200);
        client.setCookie(COOKIE, both);
        assertThat(refresh()).isEqualTo(200);
        assertThat(orders()).isEqualTo(200);
        client.setCookie(COOKIE, both);
        assertThat(refresh()).as("a third time").isEqualTo(401);
    }

    @Test
    void loggingOutEndsTheSessionAtOnce() {
        assertThat(client.post("/api/v1/logout", Map.of()).statusCode()).isEqualTo(204);
        assertThat(orders()).isEqualTo(401);
    }

    @Test
    void aNewPasswordEndsAllSessions() {
        ApiClient other = new ApiClient(shop).loggedIn(customer.email());
        assertThat(client.post(
                                "/api/v1/account/password",
                                Map.of("present", OpenShop.PASSWORD, "password", "Another-wheel-1849"))
                        .statusCode())
                .isEqualTo(204);
        assertThat(orders()).isEqualTo(401);
        assertThat(other.get("/api/v1/orders").statusCode()).isEqualTo(401);
        assertThat(shop.bean(ActiveSessions.class).of(customer.id())).isEmpty();
        assertThat(new ApiClient(shop)
                        .login(customer.email(), OpenShop.PASSWORD)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void reuseIsInTheAudit() {
        String stolen = client.cookie(COOKIE).orElseThrow();
        refresh();
        shop.time().advance(Duration.ofSeconds(11));
        client.setCookie(COOKIE, stolen);
        refresh();
        AuditFilter ours = AuditFilter.ALL.withActor("user:" + customer.id());
        await().untilAsserted(
                        () -> assertThat(shop.bean(GuardDatabase.class).audit().read(ours, 0, 10))
                                .anyMatch(row -> row.entry().detail().contains("refresh-token-reused")));
    }
}
