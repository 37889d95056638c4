package io.weir.redis.internal.script;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The keys and arguments of one run of a script. */
public final class ScriptArguments {

    private static final int NUMBERS = 7;

    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();

    public ScriptArguments key(String name) {
        keys.add(ascii(name));
        return this;
    }

    public ScriptArguments value(byte[] bytes) {
        values.add(bytes);
        return this;
    }

    public ScriptArguments value(String text) {
        return value(ascii(text));
    }

    public ScriptArguments value(long number) {
        return value(Long.toString(number));
    }

    /**
     * Returns one argument: the letter of the limit's algorithm, two numbers, then the numbers of the limit and of the
     * cost.
     */
    public ScriptArguments numbers(long first, long second, Limit limit, long cost) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + NUMBERS * Long.BYTES)
                .put((byte) letter(limit.algorithm()))
                .putLong(first)
                .putLong(second);
        for (long number : limit.numbers()) {
            bytes.putLong(number);
        }
        for (long number : limit.numbersOf(cost)) {
            bytes.putLong(number);
        }
        return value(bytes.array());
    }

    private static char letter(Algorithm algorithm) {
        return switch (algorithm) {
            case TOKEN_BUCKET -> 'T';
            case LEAKY_BUCKET -> 'L';
            case FIXED_WINDOW -> 'F';
            case SLIDING_WINDOW_COUNTER -> 'C';
            case SLIDING_WINDOW -> 'S';
        };
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public byte[][] keys() {
        return keys.toArray(byte[][]::new);
    }

    public byte[][] values() {
        return values.toArray(byte[][]::new);
    }
}
