package io.weir.guard.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.guard.key.spi.StoredKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A separate process that edits keys without a pause until it is killed. */
final class FloodingProcess implements AutoCloseable {

    static final int AWAITED = 15;

    private final Process process;
    private final BufferedReader output;

    private FloodingProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static FloodingProcess start(String url) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FloodingProcess.class.getName(),
                url);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        return new FloodingProcess(builder.start());
    }

    void awaitEdits() throws IOException {
        for (int i = 0; i < AWAITED; i++) {
            if (output.readLine() == null) {
                throw new IOException("the process has ended by itself");
            }
        }
    }

    /** Kills the process, possibly in the middle of an edit. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] arguments) {
        try (HikariDataSource pool = Pools.open(arguments[0])) {
            GuardDatabase guard = GuardDatabase.open(pool, KeyShelfContract.PEPPER, "flood");
            for (int i = 0; ; i++) {
                StoredKey key = KeyShelfContract.key("key_" + i);
                guard.keys().edit(edit -> {
                    edit.save(key);
                    edit.record(KeyShelfContract.event(key.id()));
                    edit.record(KeyShelfContract.event(key.id()));
                    return key;
                });
                System.out.println(i);
            }
        }
    }
}
