package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** What a script is called with. */
final class Arguments {

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

    /** The numbers of the limit and of a cost. */
    Arguments numbers(Limit limit, long cost) {
        return numbers(limit.numbers()).numbers(limit.numbersOf(cost));
    }

    private Arguments numbers(long[] numbers) {
        for (long number : numbers) {
            value(number);
        }
        return this;
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
