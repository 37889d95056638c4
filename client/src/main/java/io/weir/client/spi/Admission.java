package io.weir.client.spi;

import io.weir.client.patience.GaveUp;
import java.util.Optional;

/** What a lane decides about an attempt. */
public enum Admission {
    /** The attempt may be sent now. */
    GO,

    /** The lane stays closed for longer than the call may wait. */
    TOO_LATE,

    /** Too many calls wait already. */
    LINE_FULL,

    /** Too many retries of the lane have failed. */
    NO_BUDGET;

    Optional<GaveUp> refusal() {
        return switch (this) {
            case GO -> Optional.empty();
            case TOO_LATE -> Optional.of(GaveUp.TIME);
            case LINE_FULL -> Optional.of(GaveUp.LINE);
            case NO_BUDGET -> Optional.of(GaveUp.BUDGET);
        };
    }
}
