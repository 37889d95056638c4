package io.weir.cli.serve;

import io.weir.cli.command.WeirOptions;
import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.secret.Pepper;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.DatabaseSettings.Login;
import io.weir.service.guard.GuardSettings;
import io.weir.service.guard.GuardSettings.IssuedKeys;
import io.weir.service.guard.GuardSettings.NamedKeys;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for API keys and the audit of {@code weir serve}. */
final class GuardOptions extends WeirOptions {

    private static final Duration LEAST_STALE = Duration.ofSeconds(10);

    @Option(
            names = "--database",
            paramLabel = "<address>",
            description = "The database of API keys and the audit, such as jdbc:postgresql://db/weir, which several"
                    + " instances share; files in the data folder by default.")
    private @Nullable String database;

    @Option(names = "--database-user", paramLabel = "<name>", description = "The user of the database.")
    private @Nullable String user;

    @Option(
            names = "--database-password",
            paramLabel = "<password>",
            description = "The password of the database. Better set as WEIR_DATABASE_PASSWORD, since ps shows command"
                    + " lines.")
    private @Nullable String password;

    @Option(
            names = "--pepper-file",
            paramLabel = "<file>",
            description = "The file with the secret that hashes of API keys and receipts of /evaluate need; pepper in"
                    + " the data folder by default, where one is made. All instances on one database need the same,"
                    + " and so do instances on one Redis that settle each other's receipts.")
    private @Nullable Path pepperFile;

    @Option(
            names = "--pepper",
            paramLabel = "<secret>",
            description = "The same secret itself, 64 hexadecimal digits. Better set as WEIR_PEPPER, since ps shows"
                    + " command lines.")
    private @Nullable String pepper;

    @Option(names = "--no-guard", description = "Keeps no API keys and no audit, and opens no database.")
    private boolean noGuard;

    @Option(
            names = "--only-governed-keys",
            description = "Rejects checks of keys that no rule governs; such keys have default limits otherwise.")
    private boolean onlyGovernedKeys;

    @Option(
            names = "--key-prefix",
            paramLabel = "<word>",
            defaultValue = "weir",
            description = "The first word of the API keys that are made, weir by default. Keys of another prefix that"
                    + " were made before stay valid.")
    private String keyPrefix = "";

    @Option(
            names = "--keys-max-stale",
            paramLabel = "<time>",
            defaultValue = "24h",
            description = "How long API keys are verified from memory while their database is away, 24h by default;"
                    + " then they are refused as unavailable.")
    private Duration keysMaxStale = Duration.ZERO;

    @Option(
            names = "--audit-keep",
            paramLabel = "<time>",
            defaultValue = "400days",
            description = "How long rows of the audit are kept, 400days by default.")
    private Duration auditKeep = Duration.ZERO;

    private @Nullable Path unwritable;

    /** The settings, or an error that says which option is wrong and what is right. */
    GuardSettings settings(Optional<Path> dataDir) {
        Optional<DatabaseSettings> place = noGuard ? Optional.empty() : database(dataDir);
        if (auditKeep.compareTo(Duration.ofDays(1)) < 0) {
            throw wrong("--audit-keep must be at least 1day");
        }
        NamedKeys keys = onlyGovernedKeys ? NamedKeys.GOVERNED : NamedKeys.ANY;
        return new GuardSettings(place, keys, issued(), auditKeep, Optional.empty());
    }

    private IssuedKeys issued() {
        if (keysMaxStale.compareTo(LEAST_STALE) < 0) {
            throw wrong("--keys-max-stale must be at least 10s, since the database is asked every second");
        }
        try {
            return new IssuedKeys(new KeyFormat(keyPrefix), keysMaxStale);
        } catch (InvalidFieldException invalid) {
            throw wrong("--key-" + invalid.getMessage());
        }
    }

    /** A warning for the administrator if there are no keys, or if several instances do not share them. */
    Optional<String> warning(GuardSettings settings, boolean isOnRedis) {
        if (unwritable != null) {
            return Optional.of("The data folder " + unwritable + " cannot be written, so there are no API keys and no"
                    + " audit: name a folder with --data-dir, a --database, or say --no-guard");
        }
        return isOnRedis && database == null && settings.database().isPresent()
                ? Optional.of("API keys and the audit are this instance's own, although its counters are shared: let"
                        + " all instances share one PostgreSQL (--database), or say --no-guard")
                : Optional.empty();
    }

    private Optional<DatabaseSettings> database(Optional<Path> dataDir) {
        if (database == null) {
            if (user != null || password != null) {
                throw wrong("--database-user and --database-password need --database");
            }
            return dataDir.flatMap(this::inFolder);
        }
        if (!DatabaseSettings.isSupported(database)) {
            throw wrong("--database must be an address such as jdbc:postgresql://db/weir");
        }
        if (password != null && user == null) {
            throw wrong("--database-password needs --database-user (WEIR_DATABASE_USER)");
        }
        Optional<Login> login =
                Optional.ofNullable(user).map(name -> new Login(name, password == null ? "" : password));
        return Optional.of(new DatabaseSettings(
                DatabaseUrl.withTimeouts(database), login, secret(dataDir), dataDir.map(DatabaseSettings::snapshot)));
    }

    /** The database in the data folder; without keys if nothing can be written there, because limits do not need them. */
    private Optional<DatabaseSettings> inFolder(Path folder) {
        if (Files.exists(folder) && !Files.isWritable(folder)) {
            unwritable = folder;
            return Optional.empty();
        }
        try {
            return Optional.of(DatabaseSettings.in(folder, secret(Optional.of(folder))));
        } catch (IllegalArgumentException unusable) {
            throw wrong("--data-dir cannot be used: " + unusable.getMessage());
        }
    }

    /** The secret that was given, which receipts need even if there is no database. */
    Optional<Pepper> givenPepper() {
        return pepper == null && pepperFile == null ? Optional.empty() : Optional.of(secret(Optional.empty()));
    }

    private Pepper secret(Optional<Path> dataDir) {
        if (pepper != null && pepperFile != null) {
            throw wrong("--pepper-file and --pepper (WEIR_PEPPER) are both set; keep one of them");
        }
        try {
            if (pepper != null) {
                return Pepper.parse(pepper);
            }
            Path file = Optional.ofNullable(pepperFile)
                    .or(() -> dataDir.map(folder -> folder.resolve("pepper")))
                    .orElseThrow(() -> wrong("--database needs a secret for the hashes of keys: name a file with"
                            + " --pepper-file, or set WEIR_PEPPER"));
            return Pepper.file(file);
        } catch (IllegalArgumentException | IllegalStateException unusable) {
            throw wrong(String.valueOf(unusable.getMessage()));
        } catch (UncheckedIOException unreadable) {
            throw wrong(unreadable.getMessage() + ": name another one with --pepper-file, or say --no-guard");
        }
    }
}
