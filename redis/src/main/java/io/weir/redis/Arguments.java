package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** What a script is called with. */
final class Arguments {

    private static final int NUMBERS = 7;

    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();
    private final EnumSet<Algorithm> algorithms = EnumSet.noneOf(Algorithm.class);

    Arguments key(String name) {
        keys.add(ascii(name));
        return this;
    }

    Arguments value(byte[] bytes) {
        values.add(bytes);
        return this;
    }

    Arguments value(String text) {
        return value(ascii(text));
    }

    Arguments value(long number) {
        return value(Long.toString(number));
    }

    /** Also says that the script needs it. */
    Arguments value(Algorithm algorithm) {
        return needs(algorithm).value(algorithm.keyName());
    }

    /** Says that the script needs it. */
    Arguments needs(Algorithm algorithm) {
        algorithms.add(algorithm);
        return this;
    }

    /** Two numbers, those of the limit and those of the cost, in one value. */
    Arguments numbers(long first, long second, Limit limit, long cost) {
        ByteBuffer bytes =
                ByteBuffer.allocate(NUMBERS * Long.BYTES).putLong(first).putLong(second);
        for (long number : limit.numbers()) {
            bytes.putLong(number);
        }
        for (long number : limit.numbersOf(cost)) {
            bytes.putLong(number);
        }
        return value(bytes.array());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    EnumSet<Algorithm> algorithms() {
        return algorithms;
    }

    byte[][] keys() {
        return keys.toArray(byte[][]::new);
    }

    byte[][] values() {
        return values.toArray(byte[][]::new);
    }
}
