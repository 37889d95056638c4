package io.weir.redis.internal.script;

import io.weir.limit.Limit;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.Log;
import io.weir.limit.spi.State;
import io.weir.limit.spi.Window;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the states that the scripts write; {@code charge_singles.lua} and {@code charge_calls.lua} describe their form. */
final class StateText {

    private StateText() {}

    /** Returns the state of a counter with this limit; the fresh state if Redis has none. */
    static State parse(byte @Nullable [] text, Limit limit) {
        if (text == null) {
            return limit.fresh();
        }
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> clearAt(numbers(text));
            case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> window(numbers(text));
            case SLIDING_WINDOW -> log(text);
        };
    }

    private static ClearAt clearAt(long[] numbers) {
        return new ClearAt(numbers[0], numbers[1]);
    }

    private static Window window(long[] numbers) {
        return new Window(numbers[0], numbers[1], numbers[3], numbers[2]);
    }

    /**
     * Reads up to four numbers separated by blanks; missing numbers are 0. A minus only encodes how long Redis keeps
     * the key.
     */
    private static long[] numbers(byte[] text) {
        long[] numbers = new long[4];
        int at = 0;
        for (byte character : text) {
            if (character == ' ') {
                at++;
            } else if (character != '-') {
                numbers[at] = numbers[at] * 10 + (character - '0');
            }
        }
        return numbers;
    }

    private static Log log(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long totalBefore = buffer.getLong();
        long[] timesAndTotals = new long[buffer.remaining() / Long.BYTES];
        buffer.asLongBuffer().get(timesAndTotals);
        return Log.of(totalBefore, timesAndTotals);
    }
}
