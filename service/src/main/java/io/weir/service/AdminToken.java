package io.weir.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/** The admin token in the data directory, made at the first start and readable by its owner only. */
final class AdminToken {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private AdminToken() {}

    static Path file(Path dataDir) {
        return dataDir.resolve("admin-token");
    }

    static String readOrMake(Path dataDir) throws IOException {
        Path file = file(dataDir);
        if (Files.exists(file)) {
            return Files.readString(file).strip();
        }
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Files.createDirectories(dataDir);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Files.writeString(file, token + "\n", StandardOpenOption.TRUNCATE_EXISTING);
        return token;
    }
}
