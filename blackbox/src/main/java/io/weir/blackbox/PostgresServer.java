package io.weir.blackbox;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL, started once for all tests of a process. {@code WEIR_TEST_POSTGRES} may name a running one instead, as the
 * start of a JDBC address without a database: {@code jdbc:postgresql://localhost:5432/}.
 */
public final class PostgresServer {

    private static final PostgresServer SERVER = new PostgresServer();

    private final String external = System.getenv().getOrDefault("WEIR_TEST_POSTGRES", "");
    private final AtomicInteger databases = new AtomicInteger();
    private final Path data;
    private final int port;
    private @Nullable EmbeddedPostgres running;

    private PostgresServer() {
        try {
            data = Files.createTempDirectory("weir-postgres");
            running = external.isEmpty() ? start(0) : null;
            port = running == null ? 0 : running.getPort();
            Runtime.getRuntime().addShutdownHook(new Thread(this::remove));
        } catch (IOException failure) {
            throw new IllegalStateException("PostgreSQL cannot be started", failure);
        }
    }

    /** Removes the data after the end of the server, which the library may be stopping at the same time. */
    private void remove() {
        try {
            if (running != null) {
                Optional<ProcessHandle> process = process();
                running.close();
                process.ifPresent(each -> each.onExit().join());
            }
            deleteFiles();
        } catch (IOException left) {
            System.err.println("The files of PostgreSQL stay in " + data + ": " + left);
        }
    }

    private void deleteFiles() throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Optional<ProcessHandle> process() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        return ProcessHandle.of(pid);
    }

    public static PostgresServer shared() {
        return SERVER;
    }

    private EmbeddedPostgres start(int atPort) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(atPort)
                .setServerConfig("fsync", "off")
                // PostgreSQL's default: confirmed transactions survive a kill.
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "100")
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();
    }

    /** Returns whether tests may kill the server. */
    public boolean isOurs() {
        return external.isEmpty();
    }

    public String newDatabase() throws SQLException {
        String name = "weir_" + ProcessHandle.current().pid() + "_" + databases.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(url("postgres"), "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return url(name);
    }

    private String url(String database) {
        return (external.isEmpty() ? "jdbc:postgresql://localhost:" + port + "/" : external) + database;
    }

    /** Kills the server without warning, as at a loss of power. */
    public void kill() throws IOException {
        ProcessHandle process = process().orElseThrow();
        List<ProcessHandle> backends = process.descendants().toList();
        process.destroyForcibly();
        process.onExit().join();
        backends.forEach(each -> each.onExit().join());
        // Otherwise the library would try for seconds to stop what has ended.
        Files.delete(data.resolve("postmaster.pid"));
        if (running != null) {
            // Releases the lock on the folder.
            running.close();
        }
    }

    /** Processes of the killed server may hold its memory for a moment. */
    public void restart() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            running = start(port);
            return true;
        });
    }
}
