package io.weir.client.patience;

import java.io.IOException;
import java.time.Duration;

/**
 * A call that was not sent, because the server had asked this process to wait for longer than the call's patience.
 */
public final class LaneClosedException extends IOException {

    private static final long serialVersionUID = 1;

    private final Duration retryAfter;

    public LaneClosedException(OutgoingCall call, GaveUp why, Duration retryAfter) {
        super(call + " was not sent: " + reason(why, retryAfter));
        this.retryAfter = retryAfter;
    }

    private static String reason(GaveUp why, Duration retryAfter) {
        if (why == GaveUp.LINE) {
            return "too many calls of this lane are waiting already";
        }
        return retryAfter.isZero()
                ? "its turn in the lane did not come in time"
                : "the server refuses calls of this lane for another " + retryAfter.toMillis() + " ms";
    }

    /** Returns how long the lane stays closed; zero if that is not known. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
