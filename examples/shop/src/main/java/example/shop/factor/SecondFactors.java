package example.shop.factor;

import example.shop.Secrets;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The second factors of all accounts. Secrets are encrypted with a key that is not in the database. */
@Component
public class SecondFactors {

    private static final Pattern SECRET = Pattern.compile("[A-Z2-7]{32}");
    private static final int SECRET_BYTES = 20;
    private static final int RECOVERY_CODES = 10;
    private static final int RECOVERY_BYTES = 10;

    private final JdbcClient jdbc;
    private final Secrets secrets;
    private final Clock clock;
    private final SealedSecrets sealed;

    private record Kept(String secret, long lastStep) {}

    /**
     * A second factor that is in force now.
     *
     * @param recoveryCodes each logs in once, in place of a code
     */
    public record New(String secret, List<String> recoveryCodes) {
        @Override
        public String toString() {
            return "New second factor";
        }
    }

    SecondFactors(JdbcClient jdbc, Secrets secrets, SealedSecrets sealed, Clock clock) {
        this.jdbc = jdbc;
        this.secrets = secrets;
        this.clock = clock;
        this.sealed = sealed;
    }

    public boolean has(long account) {
        return find(account).isPresent();
    }

    private Optional<Kept> find(long account) {
        return jdbc.sql("select secret, last_step from second_factor where account = :account")
                .param("account", account)
                .query(Kept.class)
                .optional();
    }

    /** Returns a secret that is not in force yet. */
    public String draft() {
        return Base32.encode(secrets.bytes(SECRET_BYTES));
    }

    /** Puts a secret in force, in place of the one before, if its owner has proved with a code that their app knows it. */
    @Transactional
    public Optional<New> enrol(long account, String secret, String code) {
        return SECRET.matcher(secret).matches()
                        && TimeCode.step(secret, code.strip(), clock.instant(), 0)
                                .isPresent()
                ? Optional.of(enrol(account, secret))
                : Optional.empty();
    }

    @Transactional
    public New enrol(long account, String secret) {
        jdbc.sql("delete from second_factor where account = :account")
                .param("account", account)
                .update();
        jdbc.sql("insert into second_factor (account, secret, last_step) values (:account, :secret, 0)")
                .param("account", account)
                .param("secret", sealed.seal(secret))
                .update();
        return new New(secret, newRecoveryCodes(account));
    }

    private List<String> newRecoveryCodes(long account) {
        jdbc.sql("delete from recovery_code where account = :account")
                .param("account", account)
                .update();
        List<String> codes = Stream.generate(() -> draft().substring(0, RECOVERY_BYTES))
                .limit(RECOVERY_CODES)
                .map(code -> code.substring(0, RECOVERY_BYTES / 2) + "-" + code.substring(RECOVERY_BYTES / 2))
                .toList();
        for (String code : codes) {
            jdbc.sql("insert into recovery_code (account, hash) values (:account, :hash)")
                    .param("account", account)
                    .param("hash", hash(code))
                    .update();
        }
        return codes;
    }

    /** Returns whether a code is right: one of the app, or a recovery code. Each is right once. */
    @Transactional
    public boolean accept(long account, String typed) {
        String code = typed.strip().toUpperCase(Locale.ROOT);
        return acceptTimeCode(account, code.replace(" ", "")) || acceptRecoveryCode(account, code);
    }

    private boolean acceptTimeCode(long account, String code) {
        Optional<Kept> kept = find(account);
        if (kept.isEmpty()) {
            return false;
        }
        String secret = sealed.open(kept.get().secret());
        OptionalLong step =
                TimeCode.step(secret, code, clock.instant(), kept.get().lastStep());
        return step.isPresent()
                && jdbc.sql("update second_factor set last_step = :step where account = :account and last_step < :step")
                                .param("step", step.getAsLong())
                                .param("account", account)
                                .update()
                        == 1;
    }

    private boolean acceptRecoveryCode(long account, String code) {
        return jdbc.sql("delete from recovery_code where account = :account and hash = :hash")
                        .param("account", account)
                        .param("hash", hash(code))
                        .update()
                == 1;
    }

    private String hash(String code) {
        return secrets.key("recovery codes").hexOf(code);
    }
}
