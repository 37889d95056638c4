package io.weir.live;

import io.weir.document.spi.Document;
import io.weir.live.internal.DocumentJson;
import io.weir.live.internal.OwnerFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document in a file of a folder, {@code policy.json} by default, readable by its owner only and replaced atomically.
 */
public final class FileDocument implements Document {

    private static final Pattern VERSION = Pattern.compile("\\{\"format\":\\d{1,9},\"version\":(\\d{1,15}),");

    private final Path folder;
    private final String name;
    private final Path file;

    public FileDocument(Path folder) {
        this(folder, "policy");
    }

    /**
     * Creates a document in a file of another name, with {@code .json} after it. Its texts begin like those of policies,
     * with the version.
     */
    public FileDocument(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        this.file = folder.resolve(name + ".json");
    }

    @Override
    public CompletionStage<Stamp> stamp() {
        return read().thenApply(found -> found.map(Content::stamp).orElse(Stamp.NONE));
    }

    @Override
    public CompletionStage<Optional<Content>> read() {
        return answer(this::content);
    }

    private Optional<Content> content() throws IOException {
        try {
            String text = text();
            Matcher version = VERSION.matcher(text);
            // A text that begins differently is not a document of Weir; DocumentJson reports that.
            long number = version.lookingAt() ? Long.parseLong(version.group(1)) : 1;
            return Optional.of(Content.of(number, text));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /**
     * Reads at most one byte more than a document may have characters, and decodes malformed UTF-8 leniently:
     * {@link DocumentJson} reports both problems.
     */
    private String text() throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] bytes = stream.readNBytes(DocumentJson.MOST_CHARACTERS + 1);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Returns whether there is a file, readable or not. */
    boolean exists() {
        return !Files.notExists(file);
    }

    @Override
    public CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text) {
        return replace(expected::equals, text);
    }

    @Override
    public CompletionStage<Boolean> replaceOlder(long version, String text) {
        return replace(found -> found.version() < version, text);
    }

    /** Writes the text unconditionally. */
    CompletionStage<Boolean> write(String text) {
        return replace(found -> true, text);
    }

    private CompletionStage<Boolean> replace(Predicate<Stamp> replaceable, String text) {
        return answer(() -> OwnerFiles.locked(folder, name + ".lock", () -> {
            boolean replaces = replaceable.test(content().map(Content::stamp).orElse(Stamp.NONE));
            if (replaces) {
                OwnerFiles.write(file, text);
            }
            return replaces;
        }));
    }

    private static <T> CompletionStage<T> answer(Callable<T> work) {
        try {
            return CompletableFuture.completedStage(work.call());
        } catch (Exception failure) {
            return CompletableFuture.failedStage(failure);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
