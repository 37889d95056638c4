package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.store.Charge;
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

    Arguments value(String text) {
        values.add(ascii(text));
        return this;
    }

    Arguments value(long number) {
        return value(Long.toString(number));
    }

    /** Also says which algorithms the script needs. */
    Arguments value(Algorithm algorithm) {
        algorithms.add(algorithm);
        return value(algorithm.keyName());
    }

    /** The numbers of the charge's limit and of its cost. */
    Arguments numbers(Charge charge) {
        return numbers(charge.limit().numbers()).numbers(charge.limit().numbersOf(charge.cost()));
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
