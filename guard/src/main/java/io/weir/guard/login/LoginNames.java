package io.weir.guard.login;

import io.weir.guard.secret.KeyedHash;
import io.weir.guard.secret.Pepper;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Writes accounts and passwords as hashes under the pepper, so that neither is in the store or in a log. The oldest version
 * of the pepper is used, so that adding a version changes nothing.
 */
final class LoginNames {

    private static final int MOST_CHARACTERS = 320;
    private static final int ACCOUNT_DIGITS = 32;
    private static final int PASSWORD_DIGITS = 16;

    private final KeyedHash accounts;
    private final KeyedHash passwords;

    LoginNames(Pepper pepper) {
        int oldest = pepper.versions().first();
        this.accounts = pepper.derive(oldest, "accounts of logins");
        this.passwords = pepper.derive(oldest, "passwords of logins");
    }

    String account(String typed) {
        return accounts.hexOf(normal(typed)).substring(0, ACCOUNT_DIGITS);
    }

    /** Two spellings of one account must not have two counters, so this is at least as lenient as applications are. */
    private static String normal(String typed) {
        String stripped = typed.strip();
        String cut = stripped.substring(0, Math.min(MOST_CHARACTERS, stripped.length()));
        String folded = Normalizer.normalize(cut, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFKC).strip();
    }

    String password(String text, Instant now) {
        String day = LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
        return passwords.hexOf(day + " " + text).substring(0, PASSWORD_DIGITS);
    }
}
