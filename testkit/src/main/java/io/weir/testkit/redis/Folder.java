package io.weir.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a Redis process: its log, its configuration, and the snapshots for replicas. */
final class Folder {

    private final Path path;

    private Folder(Path path) {
        this.path = path;
    }

    static Folder fresh() {
        try {
            Folder folder = new Folder(Files.createTempDirectory("weir-redis"));
            Files.createFile(folder.configuration());
            Files.createFile(folder.log());
            return folder;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Path path() {
        return path;
    }

    /** Returns a configuration file, empty at first. Redis writes it as a sentinel and on CONFIG REWRITE. */
    Path configuration() {
        return path.resolve("redis.conf");
    }

    Path log() {
        return path.resolve("redis.log");
    }

    String logText() {
        try {
            return Files.readString(log());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void deleteSnapshots() {
        list().stream().filter(file -> file.toString().endsWith(".rdb")).forEach(Folder::delete);
    }

    void delete() {
        list().forEach(Folder::delete);
    }

    /** Returns the files of this folder, each before the folder that contains it. */
    private List<Path> list() {
        try (Stream<Path> files = Files.walk(path)) {
            return files.sorted((a, b) -> b.compareTo(a)).toList();
        } catch (NoSuchFileException gone) {
            return List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
