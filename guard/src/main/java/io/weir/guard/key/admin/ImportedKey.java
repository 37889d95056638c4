package io.weir.guard.key.admin;

import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeySecret;
import io.weir.guard.key.spi.SecretHasher;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A key that another system issued. Its clients go on with the secret that they have. */
public final class ImportedKey {

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-fA-F]{64}");
    private static final int SHORTEST = 16;
    private static final int LONGEST = 256;
    private static final int SHOWN_OF_HASH = 8;

    private final KeyDraft draft;
    private final Optional<String> id;
    private final byte[] digest;
    private final String hint;

    private ImportedKey(KeyDraft draft, Optional<String> id, byte[] digest, String hint) {
        this.draft = draft;
        this.id = id;
        this.digest = digest;
        this.hint = hint;
    }

    /** Imports a key by its secret, which is hashed and not kept. */
    public static ImportedKey ofSecret(KeyDraft draft, String secret) {
        boolean visible = secret.chars().allMatch(c -> c > ' ' && c <= '~');
        if (!visible || secret.length() < SHORTEST || secret.length() > LONGEST) {
            throw new InvalidFieldException(
                    "key", "must have " + SHORTEST + " to " + LONGEST + " visible ASCII characters");
        }
        KeySecret imported = KeySecret.of(secret);
        return new ImportedKey(draft, Optional.empty(), SecretHasher.digest(imported), imported.hint());
    }

    /** Imports a key by the SHA-256 of its secret, in 64 hexadecimal digits. */
    public static ImportedKey ofSha256(KeyDraft draft, String hex) {
        if (hex.startsWith("$2")) {
            throw new InvalidFieldException(
                    "sha256", "this is a BCrypt hash, by which a key cannot be found; issue a new key to its owner");
        }
        if (!SHA_256.matcher(hex).matches()) {
            throw new InvalidFieldException("sha256", "must be 64 hexadecimal digits");
        }
        String hint = "sha256:" + hex.substring(0, SHOWN_OF_HASH).toLowerCase(Locale.ROOT) + "…";
        return new ImportedKey(draft, Optional.empty(), HexFormat.of().parseHex(hex), hint);
    }

    /** Keeps the id that the key has had, so that rules and counters that name it stay right. */
    public ImportedKey withId(String other) {
        return new ImportedKey(draft, Optional.of(other), digest, hint);
    }

    KeyDraft draft() {
        return draft;
    }

    Optional<String> id() {
        return id;
    }

    byte[] digest() {
        return digest.clone();
    }

    String hint() {
        return hint;
    }

    @Override
    public String toString() {
        return "ImportedKey[" + hint + "]";
    }
}
