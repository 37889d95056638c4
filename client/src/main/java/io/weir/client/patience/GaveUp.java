package io.weir.client.patience;

import java.util.Locale;

/** Why a call is not tried again. */
public enum GaveUp {
    /** The call was sent as often as its patience allows. */
    ATTEMPTS,

    /** The wait that the server asks for ends after the time of the call. */
    TIME,

    /** Too many retries of the lane have failed recently. */
    BUDGET,

    /** The call may have been executed, and executing it twice may do harm. */
    METHOD,

    /** The body cannot be sent again. */
    BODY,

    /** Too many calls wait in the lane. */
    LINE;

    /** Returns the name in tags of meters. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
