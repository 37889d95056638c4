package io.weir.cli.serve;

import io.weir.service.PolicySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder that keeps what an instance needs again after a restart: its admin token, and its policy or a copy of it. A user
 * without a home folder, such as that of a container, has none unless it is named.
 */
record DataFolder(Optional<Path> path) {

    /** The folder that was given, or {@code .weir} in a home folder that can hold one. */
    static DataFolder of(@Nullable Path given, Path home) {
        if (given != null) {
            return new DataFolder(Optional.of(given));
        }
        Path own = home.resolve(".weir");
        return new DataFolder(Files.isDirectory(home) && isWritable(own) ? Optional.of(own) : Optional.empty());
    }

    /** Whether files can be made in the folder, which is created if it does not exist. */
    private static boolean isWritable(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (existing.getParent() != null && Files.notExists(existing)) {
            existing = existing.getParent();
        }
        return Files.isDirectory(existing) && Files.isWritable(existing);
    }

    /** What an administrator should know if nothing can be kept. */
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
