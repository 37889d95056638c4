package example.shop.start;

import example.shop.Secrets;
import example.shop.ShopSettings;
import example.shop.catalogue.Catalogue;
import example.shop.factor.Base32;
import example.shop.factor.SecondFactors;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.NewAccount;
import example.shop.identity.PasswordRules;
import example.shop.identity.Role;
import io.weir.guard.secret.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Fills an empty shop, and says how to try it. The accounts for trying stand in a file of the data folder, which only its owner
 * can read; a real shop would have neither.
 */
@Component
final class FirstStart implements ApplicationRunner {

    private static final String CUSTOMER = "ann@example.com";
    private static final String ADMIN = "admin@example.com";
    private static final int PASSWORD_BYTES = 10;

    private final Catalogue catalogue;
    private final Accounts accounts;
    private final SecondFactors factors;
    private final PasswordRules rules;
    private final Secrets secrets;
    private final ShopSettings settings;
    private final Environment environment;

    FirstStart(
            Catalogue catalogue,
            Accounts accounts,
            SecondFactors factors,
            PasswordRules rules,
            Secrets secrets,
            ShopSettings settings,
            Environment environment) {
        this.catalogue = catalogue;
        this.accounts = accounts;
        this.factors = factors;
        this.rules = rules;
        this.secrets = secrets;
        this.settings = settings;
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments arguments) throws IOException {
        Path file = settings.data().resolve("first-start.txt");
        if (catalogue.isEmpty()) {
            try {
                Range.products().forEach(catalogue::add);
                write(file, people());
            } catch (DuplicateKeyException otherInstance) {
                // Another instance on the same database is filling it.
            }
        }
        String port = environment.getProperty("local.server.port", "");
        System.out.println("\nThe shop is open: http://localhost:" + port + "\n");
        if (Files.exists(file)) {
            System.out.println(Files.readString(file));
        }
    }

    private String people() {
        String customerPassword = password();
        accounts.add(new NewAccount(CUSTOMER, "Ann Miller", customerPassword), Role.CUSTOMER);
        String adminPassword = password();
        Account admin = accounts.add(new NewAccount(ADMIN, "Bert Wheeler", adminPassword), Role.ADMIN);
        SecondFactors.New factor = factors.enrol(admin.id(), factors.draft());
        return """
                customer   %s   password %s
                admin      %s   password %s
                           second factor: put the secret %s into an app for codes,
                           or use one of these recovery codes once: %s
                """.formatted(
                        CUSTOMER,
                        customerPassword,
                        ADMIN,
                        adminPassword,
                        factor.secret(),
                        String.join(" ", factor.recoveryCodes().subList(0, 5)));
    }

    private String password() {
        return Stream.generate(() ->
                        "Mill-" + Base32.encode(secrets.bytes(PASSWORD_BYTES)).toLowerCase(Locale.ROOT))
                .filter(text -> rules.faults(text, "").isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private static void write(Path file, String text) throws IOException {
        Path draft = PrivateFiles.createBeside(file);
        Files.writeString(draft, text);
        Files.move(draft, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
}
