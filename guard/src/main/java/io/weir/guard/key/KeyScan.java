package io.weir.guard.key;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds secrets that stand in files, by their form and checksum: in sources before a commit, or in logs. Symbolic links are
 * not followed. Files of any size and content can be read.
 *
 * @param unreadable the files that could not be read
 */
public record KeyScan(List<FoundSecret> found, List<Path> unreadable) {

    /** Reads a file, or all files below a folder. */
    public static KeyScan of(Path place, KeyFormat format) {
        List<FoundSecret> found = new ArrayList<>();
        List<Path> unreadable = new ArrayList<>();
        try {
            Files.walkFileTree(place, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !read(file, format, found::add)) {
                        unreadable.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    unreadable.add(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read " + place, failure);
        }
        return new KeyScan(List.copyOf(found), List.copyOf(unreadable));
    }

    private static boolean read(Path file, KeyFormat format, Consumer<FoundSecret> found) {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            WordSearch search = new WordSearch(file, format, found);
            for (int next = reader.read(); next >= 0; next = reader.read()) {
                search.next((char) next);
            }
            search.endWord();
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Gathers letters, digits and underscores, and searches each word when it ends or becomes long. */
    private static final class WordSearch {

        private static final int LONGEST_WORD = 1 << 12;

        private final Path file;
        private final KeyFormat format;
        private final Consumer<FoundSecret> found;
        private final StringBuilder word = new StringBuilder();
        private long line = 1;

        WordSearch(Path file, KeyFormat format, Consumer<FoundSecret> found) {
            this.file = file;
            this.format = format;
            this.found = found;
        }

        void next(char c) {
            if (Base62.isDigit(c) || c == '_') {
                word.append(c);
                if (word.length() == LONGEST_WORD) {
                    search();
                    // A secret may begin in this part of the word and end in the next.
                    word.delete(0, word.length() - format.length() + 1);
                }
                return;
            }
            endWord();
            line += c == '\n' ? 1 : 0;
        }

        void endWord() {
            search();
            word.setLength(0);
        }

        private void search() {
            int length = format.length();
            for (int at = word.indexOf(format.prefix()); at >= 0; at = word.indexOf(format.prefix(), at + 1)) {
                if (at + length <= word.length() && format.isWellFormed(word.substring(at, at + length))) {
                    found.accept(new FoundSecret(file, line, new KeySecret(word.substring(at, at + length))));
                }
            }
        }
    }
}
