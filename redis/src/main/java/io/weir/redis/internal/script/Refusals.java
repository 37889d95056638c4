package io.weir.redis.internal.script;

import io.lettuce.core.RedisCommandExecutionException;
import io.weir.store.spi.StoreRefusedException;
import io.weir.store.spi.StoreRefusedException.Reason;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** Distinguishes errors of a script that concern the counters of one call from errors that concern every call. */
public final class Refusals {

    // Redis before version 7 reports both in the middle of the error of a script.
    private static final Pattern UNREADABLE = Pattern.compile("unreadable counter: |\\bWRONGTYPE ");
    private static final Pattern FULL = Pattern.compile("\\bOOM command not allowed ");

    private Refusals() {}

    /** Returns the failure, converted to a refusal if it is one. */
    public static Throwable of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (!(cause instanceof RedisCommandExecutionException)) {
            return cause;
        }
        String message = String.valueOf(cause.getMessage());
        if (UNREADABLE.matcher(message).find()) {
            return new StoreRefusedException(
                    Reason.UNREADABLE_COUNTER,
                    "a counter in Redis cannot be read, since it was written by something else; delete it: " + message,
                    cause);
        }
        return FULL.matcher(message).find()
                ? new StoreRefusedException(Reason.FULL, "the memory of Redis is used up: " + message, cause)
                : cause;
    }

    public static boolean isUnreadableCounter(Throwable failure) {
        return failure instanceof StoreRefusedException refused && refused.reason() == Reason.UNREADABLE_COUNTER;
    }
}
