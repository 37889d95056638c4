package io.weir.lab.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The fields of one line as parts of its bytes, so that only fields that are needed become text. */
final class LineFields {

    private static final byte[] NOTHING = {};

    private final byte[][] bytes;
    private final int[] from;
    private final int[] to;

    LineFields(int count) {
        bytes = new byte[count][];
        from = new int[count];
        to = new int[count];
        clear();
    }

    void clear() {
        Arrays.fill(bytes, NOTHING);
        Arrays.fill(from, 0);
        Arrays.fill(to, 0);
    }

    void set(int field, byte[] source, int start, int end) {
        bytes[field] = source;
        from[field] = start;
        to[field] = end;
    }

    byte[] bytes(int field) {
        return bytes[field];
    }

    int from(int field) {
        return from[field];
    }

    int to(int field) {
        return to[field];
    }

    /** Returns whether the field is empty or a dash, as logs write what they do not know. */
    boolean isMissing(int field) {
        int length = to[field] - from[field];
        return length == 0 || (length == 1 && bytes[field][from[field]] == '-');
    }

    /** Returns the text of a field, in which {@code \x22} of nginx and Apache is a quotation mark again. */
    String text(int field) {
        String text = new String(bytes[field], from[field], to[field] - from[field], StandardCharsets.UTF_8);
        return text.indexOf('\\') < 0 ? text : unescaped(bytes[field], from[field], to[field]);
    }

    private static String unescaped(byte[] bytes, int from, int to) {
        byte[] plain = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] != '\\' || i + 1 == to) {
                plain[length++] = bytes[i];
            } else if (bytes[i + 1] == 'x' && i + 3 < to && hex(bytes, i + 2) >= 0) {
                plain[length++] = (byte) hex(bytes, i + 2);
                i += 3;
            } else {
                plain[length++] = bytes[++i];
            }
        }
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }

    private static int hex(byte[] bytes, int at) {
        int high = Character.digit(bytes[at], 16);
        int low = Character.digit(bytes[at + 1], 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
