package io.weir.store.spi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Encodes arbitrary text of clients for use in a key. {@code % # { }}, blanks, control characters and everything
 * outside ASCII are percent-encoded, so different texts stay different. A result longer than 256 bytes, or one that
 * looks like a digest, is replaced by its digest.
 */
public final class KeyText {

    private static final int LONGEST = 256;
    private static final String DIGEST = "sha256-";
    private static final boolean[] PLAIN = plain("%#{}");
    private static final boolean[] PLAIN_IN_PARTS = plain("%#{}:");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private KeyText() {}

    /** The characters below 128 that need not be encoded. */
    private static boolean[] plain(String special) {
        boolean[] plain = new boolean[128];
        for (char character = '!'; character < 127; character++) {
            plain[character] = special.indexOf(character) < 0;
        }
        return plain;
    }

    public static String encoded(String text) {
        return encoded(text, PLAIN);
    }

    /** Encodes colons too, because they separate the parts of a rule's key. */
    public static String encodedPart(String text) {
        return encoded(text, PLAIN_IN_PARTS);
    }

    private static String encoded(String text, boolean[] plain) {
        String encoded = isPlain(text, plain) ? text : percentEncoded(text, plain);
        return encoded.length() > LONGEST || encoded.startsWith(DIGEST) ? DIGEST + sha256(encoded) : encoded;
    }

    private static boolean isPlain(String text, boolean[] plain) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i), plain)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char character, boolean[] plain) {
        return character < plain.length && plain[character];
    }

    private static String percentEncoded(String text, boolean[] plain) {
        StringBuilder encoded = new StringBuilder(text.length() + 32);
        for (byte each : bytes(text)) {
            char character = (char) (each & 0xFF);
            if (isPlain(character, plain)) {
                encoded.append(character);
            } else {
                HEX.toHexDigits(encoded.append('%'), each);
            }
        }
        return encoded.toString();
    }

    /**
     * Returns the UTF-8 bytes. For an unpaired surrogate, which Java would replace by a question mark, these are its
     * three raw bytes.
     */
    private static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 32);
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                bytes.write(0xED);
                bytes.write(0x80 | ((point >> 6) & 0x3F));
                bytes.write(0x80 | (point & 0x3F));
            } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
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
