package io.weir.redis.internal.script;

import io.weir.limit.Limit;
import io.weir.limit.spi.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a script that charges: the states of the counters before the script changed them, and the script's time. The
 * decisions follow from these by the Java twin of the arithmetic in the script.
 */
public record ScriptReply(List<@Nullable Object> values) {

    public State state(int counter, Limit limit) {
        return StateText.parse((byte[]) values.get(counter), limit);
    }

    public long nowMicros() {
        Object now = values.get(values.size() - 1);
        if (now == null) {
            throw new IllegalStateException("a script's reply has no time");
        }
        return (Long) now;
    }
}
