package io.weir.guard.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A small text that only the owner of its file may read. */
final class PepperFile {

    private static final long MOST_BYTES = 10_000;

    private PepperFile() {}

    static String read(Path file, Supplier<String> initial) {
        try {
            if (!Files.exists(file)) {
                create(file, initial.get());
            }
            if (PrivateFiles.isOpenToOthers(file)) {
                throw new IllegalStateException(
                        "Others than the owner may read the pepper file " + file + "; run: chmod 600 " + file);
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalStateException("The file " + file + " is too long for a pepper");
            }
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read the pepper file " + file, unreadable);
        }
    }

    /** The file appears complete: another process that starts at the same time reads all of it. */
    private static void create(Path file, String text) throws IOException {
        Path absolute = file.toAbsolutePath();
        Files.createDirectories(absolute.getParent());
        Path complete = PrivateFiles.createBeside(absolute);
        try {
            Files.writeString(complete, text + "\n");
            Files.createLink(absolute, complete);
        } catch (FileAlreadyExistsException another) {
            // Another process was first; its pepper is read.
        } catch (UnsupportedOperationException noLinks) {
            Files.move(complete, absolute);
        } finally {
            Files.deleteIfExists(complete);
        }
    }
}
