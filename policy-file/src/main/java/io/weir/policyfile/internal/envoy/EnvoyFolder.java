package io.weir.policyfile.internal.envoy;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;

/**
 * Finds the files of a folder as envoyproxy/ratelimit does: whatever their names, and in subfolders. Hidden files and
 * folders are ignored, because editors keep copies there, and Kubernetes keeps former versions of a ConfigMap there.
 */
final class EnvoyFolder extends SimpleFileVisitor<Path> {

    /** More than any configuration has; the limit is for a folder such as /. */
    private static final int MOST_FILES = 10_000;

    private final Path root;
    private final List<Path> files = new ArrayList<>();

    private EnvoyFolder(Path root) {
        this.root = root;
    }

    /** Returns all files in the order of their paths. */
    static List<Path> files(Path root) throws IOException {
        EnvoyFolder folder = new EnvoyFolder(root);
        Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, folder);
        Collections.sort(folder.files);
        return folder.files;
    }

    private boolean isHidden(Path path) {
        return !path.equals(root) && path.getFileName().toString().startsWith(".");
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return isHidden(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isRegularFile() && !isHidden(file)) {
            files.add(file);
        }
        if (files.size() > MOST_FILES) {
            throw new IOException("the folder has more than " + MOST_FILES
                    + " files; name a folder that has only the files of envoyproxy/ratelimit");
        }
        return FileVisitResult.CONTINUE;
    }

    /** Ignores hidden links without a target. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (isHidden(file)) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
