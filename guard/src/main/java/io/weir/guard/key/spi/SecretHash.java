package io.weir.guard.key.spi;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keyed hash of a secret, 256 bits as four numbers, and the version of the pepper that it was made with.
 */
public record SecretHash(int version, long a, long b, long c, long d) {

    private static final Pattern FORM = Pattern.compile("v(?<version>[1-9][0-9]{0,3}):(?<hex>[0-9a-f]{64})");
    private static final HexFormat HEX = HexFormat.of();

    /** Reads {@code v1:} and 64 hexadecimal digits. */
    public static SecretHash parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("A hash in the database is not of the form v1:<64 hexadecimal digits>");
        }
        String hex = form.group("hex");
        return new SecretHash(
                Integer.parseInt(form.group("version")), part(hex, 0), part(hex, 1), part(hex, 2), part(hex, 3));
    }

    private static long part(String hex, int index) {
        return Long.parseUnsignedLong(hex, 16 * index, 16 * index + 16, 16);
    }

    /** Compares every bit, whichever differs, so that its time tells nothing. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SecretHash hash
                && ((version ^ hash.version) | (a ^ hash.a) | (b ^ hash.b) | (c ^ hash.c) | (d ^ hash.d)) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(a);
    }

    @Override
    public String toString() {
        return "v" + version + ":" + HEX.toHexDigits(a) + HEX.toHexDigits(b) + HEX.toHexDigits(c) + HEX.toHexDigits(d);
    }
}
