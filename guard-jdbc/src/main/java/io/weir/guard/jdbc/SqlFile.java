package io.weir.guard.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Statements in files beside this class, each read once. */
final class SqlFile {

    private static final Map<String, String> READ = new ConcurrentHashMap<>();

    private SqlFile() {}

    static String read(String name) {
        return READ.computeIfAbsent(name, SqlFile::readNow);
    }

    private static String readNow(String name) {
        try (InputStream file = SqlFile.class.getResourceAsStream(name + ".sql")) {
            if (file == null) {
                throw new IllegalStateException("no statement " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
