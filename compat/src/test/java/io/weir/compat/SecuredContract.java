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

/** The stages before and after Spring Security: logins, health checks, preflights and cross-origin scripts. */
abstract class SecuredContract extends LimitsContract {

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
    void aDenialAfterAuthenticationGivesBackEarlierCharges() {
        String address = freshAddress();
        String user = basic(freshUser());
        assertThat(app().statuses(8, "/api/v1/both", FOR, address, AUTHORIZATION, user).subList(3, 8))
                .containsOnly(429);
        // The address had ten permits: the first user took three, and denials took none, so seven are left.
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

    /** A raw request, because the client of the JDK does not send Origin. */
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
    void aCrossOriginScriptCanReadARefusal() {
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
}
