package example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import example.shop.factor.SecondFactors;
import example.shop.factor.TimeCode;
import example.shop.identity.Account;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Administrators show a password and a code, and each code is good once. */
final class SecondFactorTest {

    private final OpenShop shop = OpenShop.get();
    private final Account admin = shop.newAdmin();
    private final SecondFactors.New factor = shop.newSecondFactor(admin);
    private final ApiClient client = new ApiClient(shop);

    @BeforeEach
    void later() {
        shop.time().advance(Duration.ofHours(1));
    }

    private HttpResponse<String> code(String code) {
        String ticket = ApiClient.json(client.login(admin.email(), OpenShop.PASSWORD))
                .path("ticket")
                .asString("");
        assertThat(ticket).as("a right password alone gives a ticket").isNotEmpty();
        return give(ticket, code);
    }

    private HttpResponse<String> give(String ticket, String code) {
        return client.post("/api/v1/login/second-factor", Map.of("ticket", ticket, "code", code));
    }

    private String codeAt(Instant time) {
        return TimeCode.at(factor.secret(), time);
    }

    @Test
    void letsAnAdministratorInWithPasswordAndCode() {
        client.using(code(codeAt(shop.now())));
        assertThat(client.get("/api/v1/admin/orders").statusCode()).isEqualTo(200);
        assertThat(client.get("/api/v1/admin/blocks").statusCode()).isEqualTo(200);
        assertThat(client.get("/api/v1/admin/audit").statusCode()).isEqualTo(200);
    }

    @Test
    void anAdministratorWithoutASecondFactorIsRefused() {
        client.loggedIn(shop.newAdmin().email());
        assertThat(client.get("/api/v1/admin/orders").statusCode()).isEqualTo(403);
    }

    @Test
    void aCustomerIsRefused() {
        client.loggedIn(shop.newCustomer().email());
        assertThat(client.get("/api/v1/admin/orders").statusCode()).isEqualTo(403);
    }

    @Test
    void aCodeIsGoodOnce() {
        String code = codeAt(shop.now());
        assertThat(code(code).statusCode()).isEqualTo(200);
        assertThat(code(code).statusCode()).isEqualTo(401);
    }

    @Test
    void aClockMayBeWrongByOneStep() {
        assertThat(code(codeAt(shop.now().minusSeconds(30))).statusCode()).isEqualTo(200);
        assertThat(code(codeAt(shop.now().plusSeconds(60))).statusCode()).isEqualTo(401);
        assertThat(code(codeAt(shop.now().plusSeconds(30))).statusCode()).isEqualTo(200);
    }

    @Test
    void aRecoveryCodeIsGoodOnce() {
        String code = factor.recoveryCodes().get(3);
        assertThat(factor.recoveryCodes()).hasSize(10).doesNotHaveDuplicates();
        assertThat(code(code).statusCode()).isEqualTo(200);
        assertThat(code(code).statusCode()).isEqualTo(401);
    }

    @Test
    void aTicketIsGoodForOneCode() {
        String ticket = ApiClient.json(client.login(admin.email(), OpenShop.PASSWORD))
                .path("ticket")
                .asString("");
        assertThat(give(ticket, "000000").statusCode()).isEqualTo(401);
        assertThat(give(ticket, codeAt(shop.now())).statusCode()).isEqualTo(401);
    }

    @Test
    void fiveWrongCodesLockTheStepFromEverywhere() {
        for (int i = 0; i < 5; i++) {
            client.with("X-Forwarded-For", "198.18.0." + i);
            assertThat(code("000000").statusCode()).isEqualTo(401);
        }
        client.with("X-Forwarded-For", "198.18.0.9");
        HttpResponse<String> locked = code(codeAt(shop.now()));
        assertThat(locked.statusCode()).isEqualTo(429);
        assertThat(locked.headers().firstValue("Retry-After")).contains("900");
    }
}
