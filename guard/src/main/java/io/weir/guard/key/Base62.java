package io.weir.guard.key;

import java.util.random.RandomGenerator;

/** Digits and letters: no character that a shell, a URL or a double click treats specially. */
final class Base62 {

    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int SIZE = ALPHABET.length();

    /** The largest multiple of 62 in a byte. */
    private static final int ACCEPTED_BELOW = 256 / SIZE * SIZE;

    private Base62() {}

    /** Draws bytes and leaves out those that would make some characters more frequent than others. */
    static String random(int length, RandomGenerator random) {
        StringBuilder text = new StringBuilder(length);
        byte[] bytes = new byte[length];
        while (text.length() < length) {
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length && text.length() < length; i++) {
                int drawn = Byte.toUnsignedInt(bytes[i]);
                if (drawn < ACCEPTED_BELOW) {
                    text.append(ALPHABET.charAt(drawn % SIZE));
                }
            }
        }
        return text.toString();
    }

    /** Writes a number that is not negative, with zeros before it. */
    static String write(long number, int length) {
        char[] text = new char[length];
        long left = number;
        for (int i = length - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) (left % SIZE));
            left /= SIZE;
        }
        return new String(text);
    }

    static boolean isDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }
}
