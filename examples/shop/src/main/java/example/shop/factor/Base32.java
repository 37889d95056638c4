package example.shop.factor;

import java.io.ByteArrayOutputStream;

/** The letters and digits in which apps take the secret of their codes (RFC 4648). */
public final class Base32 {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;

    private Base32() {}

    public static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int held = 0;
        int bits = 0;
        for (byte each : bytes) {
            held = (held << Byte.SIZE) | (each & 0xff);
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(LETTERS.charAt((held >> bits) & 31));
            }
        }
        return bits == 0
                ? text.toString()
                : text.append(LETTERS.charAt((held << (BITS - bits)) & 31)).toString();
    }

    public static byte[] decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int held = 0;
        int bits = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = LETTERS.indexOf(text.charAt(i));
            if (value < 0) {
                throw new IllegalArgumentException("a secret has the letters A to Z and the digits 2 to 7");
            }
            held = (held << BITS) | value;
            bits += BITS;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                bytes.write(held >> bits);
            }
        }
        return bytes.toByteArray();
    }
}
