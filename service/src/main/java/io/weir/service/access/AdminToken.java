package io.weir.service.access;

import io.weir.live.internal.OwnerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * The admin token that {@code weir serve} uses.
 *
 * @param warning a warning for the administrator about the file that holds the token
 */
public record AdminToken(String value, Optional<String> warning) {

    public static Path file(Path dataDir) {
        return dataDir.resolve("admin-token");
    }

    /** A token that was given directly; no file holds it. */
    public static AdminToken given(String token) {
        return new AdminToken(token, Optional.empty());
    }

    /** Reads the token from its file in the data folder; creates both if there is no token yet. */
    public static AdminToken readOrMake(Path dataDir) throws IOException {
        Path file = file(dataDir);
        Optional<String> found = read(file);
        if (hasToken(found)) {
            return new AdminToken(found.orElseThrow(), exposure(file));
        }
        // Of several processes that start together on a new folder, one makes the token and the others read it.
        return OwnerFiles.locked(dataDir, "admin-token.lock", () -> {
            Optional<String> meanwhile = read(file);
            if (hasToken(meanwhile)) {
                return new AdminToken(meanwhile.orElseThrow(), exposure(file));
            }
            return new AdminToken(
                    make(file),
                    meanwhile.map(blank -> "The token file " + file + " was empty; it has a new admin token now"));
        });
    }

    private static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    private static boolean hasToken(Optional<String> content) {
        return content.filter(token -> !token.isBlank()).isPresent();
    }

    private static String make(Path file) throws IOException {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        OwnerFiles.write(file, token + "\n");
        return token;
    }

    /** A warning if other users than the owner have rights on the file. */
    private static Optional<String> exposure(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return Optional.empty();
        }
        boolean onlyOwner = view.readAttributes().permissions().stream()
                .allMatch(permission -> permission.name().startsWith("OWNER_"));
        return onlyOwner
                ? Optional.empty()
                : Optional.of("Other users of this machine have rights on the token file: run chmod 600 " + file);
    }

    /** Hides the token. */
    @Override
    public String toString() {
        return "an admin token";
    }
}
