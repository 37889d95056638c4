package io.weir.guard.key;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * How secrets are written: {@code weir_live_} or {@code weir_test_}, 32 random letters and digits, and a checksum of six.
 * A mistyped secret is told from an unknown one without hashing it, and secrets are found in files by their form.
 *
 * @param prefix the first word, by which an issuer's secrets are recognised
 */
public record KeyFormat(String prefix) {

    /** 190 bits. */
    private static final int RANDOM_CHARACTERS = 32;

    private static final int CHECKSUM_CHARACTERS = 6;
    private static final int TAIL = RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;
    private static final int ENVIRONMENT = "_live_".length();
    private static final int LONGEST_PREFIX = 8;
    private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9]{1,7}");

    /** Declared after what its constructor needs. */
    public static final KeyFormat WEIR = new KeyFormat("weir");

    public KeyFormat {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new InvalidFieldException(
                    "prefix", "must be 2 to 8 small letters and digits, and begin with a letter, such as weir");
        }
    }

    public KeySecret random(KeyEnvironment environment, RandomGenerator random) {
        String body = prefix + "_" + environment.text() + "_" + Base62.random(RANDOM_CHARACTERS, random);
        return new KeySecret(body + checksum(body));
    }

    /** Returns a new public name for a key. */
    public static String randomId(RandomGenerator random) {
        return KeyIds.random(random);
    }

    /** Whether a text begins like a secret of this format. */
    public boolean claims(String text) {
        return text.startsWith(prefix) && isEnvironmentAt(prefix.length(), text);
    }

    /** Whether a text begins like a secret of whatever prefix, such as one that was in use before. */
    public static boolean looksIssued(String text) {
        int end = text.indexOf('_');
        return end > 0 && end <= LONGEST_PREFIX && isEnvironmentAt(end, text);
    }

    /** Whether a text is a secret of whatever prefix: it has the form of one and the right checksum. */
    public static boolean isSecret(String text) {
        if (!looksIssued(text)) {
            return false;
        }
        String prefix = text.substring(0, text.indexOf('_'));
        return PREFIX.matcher(prefix).matches() && new KeyFormat(prefix).isWellFormed(text);
    }

    private static boolean isEnvironmentAt(int place, String text) {
        return text.startsWith("_live_", place) || text.startsWith("_test_", place);
    }

    /** Whether a text has this form and the right checksum. */
    public boolean isWellFormed(String text) {
        int length = length();
        if (text.length() != length || !claims(text)) {
            return false;
        }
        for (int i = length - TAIL; i < length; i++) {
            if (!Base62.isDigit(text.charAt(i))) {
                return false;
            }
        }
        int body = length - CHECKSUM_CHARACTERS;
        return checksum(text.substring(0, body)).equals(text.substring(body));
    }

    int length() {
        return prefix.length() + ENVIRONMENT + TAIL;
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.US_ASCII));
        return Base62.write(crc.getValue(), CHECKSUM_CHARACTERS);
    }
}
