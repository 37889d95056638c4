package io.weir.spring.internal.guard;

import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.jdbc.GuardDatabase;
import io.weir.guard.jdbc.PepperMismatchException;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.secret.Pepper;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Turns settings into the objects of the guard. */
public final class GuardSettings {

    private static final String PREFIX = "rate-limit.guard.";
    private static final String PEPPER = PREFIX + "pepper";
    private static final String PEPPER_FILE = PREFIX + "pepper-file";
    private static final String NAME = "spring.application.name";

    private GuardSettings() {}

    static Pepper pepper(RateLimitProperties.Guard settings) {
        String text = settings.pepper();
        Path file = settings.pepperFile();
        if (text != null && file != null) {
            throw new InvalidSettingException(PEPPER, "is written beside pepper-file; remove one of them");
        }
        if (text != null) {
            return valid(PEPPER, () -> Pepper.parse(text));
        }
        if (file != null) {
            return valid(PEPPER_FILE, () -> Pepper.file(file));
        }
        throw new InvalidSettingException(
                PEPPER,
                "API keys, logins and proofs of work need a secret that is not in the database and is the same in all"
                        + " instances; write 64 random hexadecimal digits, as printed by: openssl rand -hex 32, or name a"
                        + " file in " + PEPPER_FILE);
    }

    /**
     * Returns the pepper of the settings. An application that counts in its own memory need not have one: a secret that nobody else
     * has is good enough there, though it changes at each start.
     */
    public static Pepper pepperOrRandom(RateLimitProperties settings) {
        boolean isAlone = settings.store().equals(RateLimitProperties.MEMORY);
        boolean isNamed = settings.guard().pepper() != null || settings.guard().pepperFile() != null;
        return isAlone && !isNamed ? Pepper.parse(Pepper.random()) : pepper(settings.guard());
    }

    static String node(RateLimitProperties.Guard settings, Environment environment) {
        String node = settings.node();
        String name = environment.getProperty(NAME, "");
        return node != null ? node : name.isBlank() ? "application" : name;
    }

    static GuardDatabase open(@Nullable DataSource dataSource, Pepper pepper, String node) {
        if (dataSource == null) {
            throw new InvalidSettingException(
                    GuardAutoConfiguration.KEYS + ".enabled",
                    "API keys are kept in the application's database, but there is no DataSource; add"
                            + " spring-boot-starter-jdbc with a driver and write spring.datasource.url");
        }
        try {
            return valid(PREFIX + "node", () -> GuardDatabase.open(dataSource, pepper, node));
        } catch (PepperMismatchException other) {
            throw new InvalidSettingException(PEPPER, String.valueOf(other.getMessage()));
        }
    }

    static KeyFormat format(RateLimitProperties.Keys settings) {
        return valid(GuardAutoConfiguration.KEYS + ".prefix", () -> new KeyFormat(settings.prefix()));
    }

    static AuditTrailConfig keep(RateLimitProperties.Audit settings, AuditTrailConfig config) {
        return valid(PREFIX + "audit.keep", () -> config.withKeep(settings.keep()));
    }

    private static <T> T valid(String setting, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException invalid) {
            throw new InvalidSettingException(setting, String.valueOf(invalid.getMessage()));
        }
    }
}
