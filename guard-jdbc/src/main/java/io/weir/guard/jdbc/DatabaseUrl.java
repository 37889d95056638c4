package io.weir.guard.jdbc;

import java.nio.file.Path;

/** Addresses of databases with the settings that the guard needs. */
public final class DatabaseUrl {

    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final String POSTGRESQL_TIMEOUTS = "connectTimeout=5&socketTimeout=15&tcpKeepAlive=true";

    private DatabaseUrl() {}

    /** An H2 database in files of a folder. Each commit is on disk when it returns; one process at a time can open it. */
    public static String h2(Path folder) {
        String file = folder.toAbsolutePath().normalize().resolve("guard").toString();
        if (file.indexOf(';') >= 0) {
            throw new IllegalArgumentException(
                    "The folder of the database must not have a semicolon in its name: " + folder);
        }
        return "jdbc:h2:file:" + file + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0;LOCK_TIMEOUT=10000";
    }

    /** Adds limits to how long a PostgreSQL that hangs is waited for, unless the address has parameters of its own for that. */
    public static String withTimeouts(String url) {
        if (!url.startsWith(POSTGRESQL) || url.contains("socketTimeout=")) {
            return url;
        }
        return url + (url.indexOf('?') < 0 ? '?' : '&') + POSTGRESQL_TIMEOUTS;
    }
}
