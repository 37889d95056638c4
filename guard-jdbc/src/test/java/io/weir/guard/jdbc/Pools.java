package io.weir.guard.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** Connection pools with the settings of an application: they start without the database, and do not wait long for it. */
final class Pools {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private Pools() {}

    static HikariDataSource open(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(DatabaseUrl.withTimeouts(url));
        config.setUsername(url.startsWith("jdbc:h2:") ? "sa" : "postgres");
        config.setPassword("");
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(1);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(LONGEST_WAIT.toMillis());
        config.setValidationTimeout(1_000);
        return new HikariDataSource(config);
    }
}
