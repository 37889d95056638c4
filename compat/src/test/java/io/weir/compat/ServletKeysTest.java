package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.freshUser;
import static io.weir.compat.LimitsContract.AUTHORIZATION;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ServletKeysTest extends KeysContract {

    private static RunningApp app;

    @BeforeAll
    static void start() {
        app = RunningApp.start(
                ServletKeyShop.class, "keys", ServletShop.TYPE, "--spring.datasource.url=jdbc:h2:mem:servlet-keys");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Override
    RunningApp app() {
        return app;
    }

    /** Uses the controller in docs/spring.md. */
    @Test
    void anAdministratorIssuesAndRevokesKeysOverHttp() {
        String admin = basic(freshUser());
        String secret = app.send("POST", "/admin/partners/acme/keys", AUTHORIZATION, admin).body();
        assertThat(app.get("/api/v1/orders", KEY, secret).statusCode()).isEqualTo(200);
        String id = app.get("/who", KEY, secret).body();
        assertThat(app.send("DELETE", "/admin/keys/" + id, AUTHORIZATION, admin).statusCode())
                .isEqualTo(200);
        assertThat(app.get("/api/v1/orders", KEY, secret).statusCode()).isEqualTo(401);
    }
}
