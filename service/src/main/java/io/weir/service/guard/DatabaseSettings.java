package io.weir.service.guard;

import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.guard.secret.Pepper;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The database of API keys and the audit.
 *
 * @param login the user and password, if the address is not enough
 * @param snapshot the file from which keys are read if the database is away at the start; empty for none
 */
public record DatabaseSettings(String url, Optional<Login> login, Pepper pepper, Optional<Path> snapshot) {

    private static final String H2 = "jdbc:h2:";
    private static final String POSTGRESQL = "jdbc:postgresql:";

    /** The user of a database. Its text leaves out the password. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    /** An H2 database in a folder, together with its pepper. */
    public static DatabaseSettings in(Path folder) {
        return in(folder, Pepper.file(folder.resolve("pepper")));
    }

    /** An H2 database in a folder. */
    public static DatabaseSettings in(Path folder, Pepper pepper) {
        return new DatabaseSettings(DatabaseUrl.h2(folder), Optional.empty(), pepper, Optional.of(snapshot(folder)));
    }

    /** The file for the snapshot of keys in a data folder. */
    public static Path snapshot(Path folder) {
        return folder.resolve("api-keys.snapshot");
    }

    /** Whether the service has the driver for this address. */
    public static boolean isSupported(String url) {
        return url.startsWith(H2) || url.startsWith(POSTGRESQL);
    }

    /** The kind of database, without its address, which may hold a password. */
    public String kind() {
        return url.startsWith(H2) ? "h2" : "postgresql";
    }

    /** Leaves out the address, which may hold a password. */
    @Override
    public String toString() {
        return kind();
    }
}
