package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

final class GuardOnH2Test extends JdbcContract {

    private final AtomicInteger folders = new AtomicInteger();

    @TempDir
    private static Path folder;

    @Override
    String newUrl() {
        return DatabaseUrl.h2(folder.resolve("data " + folders.incrementAndGet()));
    }

    @Override
    void whileFlooded(String url) {
        try (HikariDataSource second = Pools.open(url)) {
            assertThatThrownBy(() -> GuardDatabase.open(second, PEPPER, "node-2"))
                    .isInstanceOf(DatabaseInUseException.class)
                    .hasMessageContaining("Another Weir uses this folder");
        }
    }
}
