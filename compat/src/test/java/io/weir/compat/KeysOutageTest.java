package io.weir.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** API keys over restarts, with and without the database. */
final class KeysOutageTest {

    private static final String NOBODY_LISTENS = "jdbc:h2:tcp://127.0.0.1:1/keys";
    private static final String STARTS_ALONE = "--spring.datasource.hikari.initialization-fail-timeout=-1";
    private static final String GIVES_UP_SOON = "--spring.datasource.hikari.connection-timeout=250";

    @TempDir
    private Path folder;

    private RunningApp start(String url, String... more) {
        String[] options = {
            ServletShop.TYPE,
            "--spring.datasource.url=" + url,
            "--rate-limit.guard.keys.snapshot=" + folder.resolve("keys.snapshot"),
            "--spring.flyway.enabled=false"
        };
        return RunningApp.start(
                ServletKeyShop.class,
                "keys",
                Stream.concat(Arrays.stream(options), Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private static KeyAdministration keys(RunningApp app) {
        return app.context().getBean(KeyAdministration.class);
    }

    @Test
    void keysWorkWithoutTheirDatabaseAndEachRequestIsOneUse() {
        String url = "jdbc:h2:file:" + folder.resolve("shop");
        NewKey key;
        try (RunningApp app = start(url)) {
            key = keys(app).create(KeyDraft.of(KeysContract.terms()), KeysContract.ANN);
            assertThat(app.statuses(3, "/who", KeysContract.KEY, key.secret().reveal())).containsOnly(200);
        }
        try (RunningApp app = start(NOBODY_LISTENS, STARTS_ALONE, GIVES_UP_SOON)) {
            assertThat(app.statuses(2, "/who", KeysContract.KEY, key.secret().reveal())).containsOnly(200);
            assertThatThrownBy(() -> keys(app).create(KeyDraft.of(KeysContract.terms()), KeysContract.ANN))
                    .isInstanceOf(KeysUnavailableException.class);
            assertThat(app.get("/actuator/health").body())
                    .contains("\"status\":\"DEGRADED\"", "\"database\":\"DOWN\"", "\"status\":\"UP\"}");
            assertThat(app.get("/actuator/health").statusCode()).isEqualTo(200);
        }
        assertThat(uses(url, key.key().id())).isEqualTo(3);
    }

    private static long uses(String url, String id) {
        return new JdbcTemplate(new DriverManagerDataSource(url))
                .queryForObject("select uses from weir_api_key where id = ?", Long.class, id);
    }
}
