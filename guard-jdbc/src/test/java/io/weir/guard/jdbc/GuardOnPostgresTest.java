package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.blackbox.PostgresServer;
import java.sql.SQLException;

final class GuardOnPostgresTest extends JdbcContract {

    @Override
    String newUrl() throws SQLException {
        return PostgresServer.shared().newDatabase();
    }

    @Override
    void whileFlooded(String url) {
        try (HikariDataSource second = Pools.open(url)) {
            GuardDatabase other = GuardDatabase.open(second, PEPPER, "node-2");
            assertThat(other.keys().changeNumber()).isPositive();
        }
    }
}
