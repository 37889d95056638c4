package io.weir.redis;

import io.weir.store.Charge;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a counter in Redis: {@code rate_limiter:token_bucket:user:12345}.
 *
 * <p>Of the caller's key, {@code % # { }}, blanks, controls and all that is not ASCII are percent-encoded: no two keys have one
 * name, none has a hash tag that would draw it to another's slot, and none can name what begins with {@code #}. A key whose
 * encoding is longer than 256 bytes, or looks as if it were such a one, is named by its digest.
 */
final class KeyName {

    private static final int LONGEST = 256;
    private static final String DIGEST = "sha256-";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private KeyName() {}

    static String of(Charge charge) {
        return "rate_limiter:" + charge.limit().algorithm().keyName() + ":" + encoded(charge.key());
    }

    static String encoded(String key) {
        String encoded = isPlain(key) ? key : percentEncoded(key);
        return encoded.length() > LONGEST || encoded.startsWith(DIGEST) ? DIGEST + sha256(encoded) : encoded;
    }

    private static boolean isPlain(String key) {
        for (int i = 0; i < key.length(); i++) {
            if (!isPlain(key.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char character) {
        return character > ' ' && character < 127 && "%#{}".indexOf(character) < 0;
    }

    private static String percentEncoded(String key) {
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < key.length(); i++) {
            char character = key.charAt(i);
            if (isPlain(character)) {
                encoded.append(character);
            } else if (i + 1 < key.length() && Character.isSurrogatePair(character, key.charAt(i + 1))) {
                percentEncode(key.substring(i, i + 2).getBytes(StandardCharsets.UTF_8), encoded);
                i++;
            } else if (Character.isSurrogate(character)) {
                // UTF-8 has no bytes for half a pair and would make all of them '?'; these are the bytes it would have.
                percentEncode(
                        new byte[] {
                            (byte) 0xED, (byte) (0x80 | ((character >> 6) & 0x3F)), (byte) (0x80 | (character & 0x3F))
                        },
                        encoded);
            } else {
                percentEncode(String.valueOf(character).getBytes(StandardCharsets.UTF_8), encoded);
            }
        }
        return encoded.toString();
    }

    private static void percentEncode(byte[] bytes, StringBuilder to) {
        for (byte each : bytes) {
            HEX.toHexDigits(to.append('%'), each);
        }
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
