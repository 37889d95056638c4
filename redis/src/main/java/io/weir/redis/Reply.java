package io.weir.redis;

import io.weir.limit.Limit;
import io.weir.limit.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script's reply: the states of the counters before it did anything, and its time. All else follows from these by the
 * arithmetic that the script has done as well.
 */
record Reply(List<@Nullable Object> values) {

    State state(int counter, Limit limit) {
        return StateText.parse((byte[]) values.get(counter), limit);
    }

    long nowMicros() {
        Object now = values.get(values.size() - 1);
        if (now == null) {
            throw new IllegalStateException("a script's reply has no time");
        }
        return (Long) now;
    }
}
