package io.weir.cli.serve;

import io.weir.service.PolicySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder for data that an instance needs again after a restart: its admin token, and its policy or a copy of it. A user
 * without a home folder, such as the user of a container, has none unless an option names it.
 */
record DataFolder(Optional<Path> path) {

    /** The given folder, or {@code .weir} in a home folder that can be written. */
    static DataFolder of(@Nullable Path given, Path home) {
        if (given != null) {
            return new DataFolder(Optional.of(given));
        }
        Path own = home.resolve(".weir");
        return new DataFolder(Files.isDirectory(home) && isWritable(own) ? Optional.of(own) : Optional.empty());
    }

    /** Whether the folder can be written, after it is created if necessary. */
    private static boolean isWritable(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (existing.getParent() != null && Files.notExists(existing)) {
            existing = existing.getParent();
        }
        return Files.isDirectory(existing) && Files.isWritable(existing);
    }

    /** A warning for the administrator if nothing can be kept. */
    Optional<String> warning(PolicySettings.Source source, boolean isOnRedis) {
        if (source == PolicySettings.Source.FILE
                || path.filter(DataFolder::isWritable).isPresent()) {
            return Optional.empty();
        }
        String cause = path.map(folder -> "The data folder " + folder + " cannot be written")
                .orElse("This user has no home folder");
        String consequence = isOnRedis
                ? "no copy of the policy is kept for a start while Redis is gone"
                : path.isPresent() ? "no policy can be pushed" : "a policy that is pushed is lost at the next restart";
        return Optional.of(
                cause + ", so " + consequence + ": name a folder with --data-dir (WEIR_DATA_DIR) that can be written");
    }
}
