package example.shop.identity;

import example.shop.Rejection;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/** Everybody who can log in. */
@Component
public final class Accounts {

    private static final Pattern EMAIL = Pattern.compile("[^@\\s]{1,64}@[^@\\s]{1,255}");
    private static final int LONGEST_NAME = 100;
    private static final String FREE = "free";

    private final JdbcClient jdbc;
    private final PasswordEncoder encoder;
    private final PasswordRules rules;
    private final Clock clock;

    public Accounts(JdbcClient jdbc, PasswordEncoder encoder, PasswordRules rules, Clock clock) {
        this.jdbc = jdbc;
        this.encoder = encoder;
        this.rules = rules;
        this.clock = clock;
    }

    /** Signs a customer up. Throws a {@link Rejection} that says what is wrong. */
    public Account signUp(NewAccount draft) {
        return add(draft, Role.CUSTOMER);
    }

    public Account add(NewAccount draft, Role role) {
        String email = normal(draft.email());
        if (!EMAIL.matcher(email).matches()) {
            throw Rejection.invalid("Write an e-mail address such as ann@example.com.");
        }
        if (draft.name().isBlank() || draft.name().length() > LONGEST_NAME) {
            throw Rejection.invalid("Write your name, in " + LONGEST_NAME + " characters at most.");
        }
        requireGood(draft.password(), email);
        try {
            jdbc.sql("insert into account (email, name, password, role, tier, created)"
                            + " values (:email, :name, :password, :role, :tier, :created)")
                    .param("email", email)
                    .param("name", draft.name().strip())
                    .param("password", encoder.encode(draft.password()))
                    .param("role", role.name())
                    .param("tier", FREE)
                    .param("created", clock.instant().atOffset(ZoneOffset.UTC))
                    .update();
        } catch (DuplicateKeyException taken) {
            throw Rejection.conflict("There is an account with this e-mail address. Log in instead.");
        }
        return byEmail(email).orElseThrow();
    }

    private void requireGood(String password, String email) {
        List<String> faults = rules.faults(password, email);
        if (!faults.isEmpty()) {
            throw Rejection.invalid("Choose a stronger password. " + String.join(" ", faults));
        }
    }

    /** Throws a {@link Rejection} if the password is too weak. */
    public void setPassword(Account account, String chosen) {
        requireGood(chosen, account.email());
        jdbc.sql("update account set password = :password where id = :id")
                .param("password", encoder.encode(chosen))
                .param("id", account.id())
                .update();
    }

    public Optional<Account> byEmail(String email) {
        return jdbc.sql("select id, email, name, password, role, tier from account where email = :email")
                .param("email", normal(email))
                .query(Account.class)
                .optional();
    }

    public Account byId(long id) {
        return jdbc.sql("select id, email, name, password, role, tier from account where id = :id")
                .param("id", id)
                .query(Account.class)
                .single();
    }

    /** Gives an account another tier, as somebody who pays for it would get. */
    public void setTier(Account account, String tier) {
        jdbc.sql("update account set tier = :tier where id = :id")
                .param("tier", tier)
                .param("id", account.id())
                .update();
    }

    private static String normal(String email) {
        return email.strip().toLowerCase(Locale.ROOT);
    }
}
