package io.weir.live;

import io.weir.live.revision.Revision;

/** The policy has another version than the author of a change expected; nothing was changed. */
public final class ConflictException extends RuntimeException {

    private final transient Revision present;

    ConflictException(Revision present) {
        super(
                "version " + present.number() + " was written by " + present.by() + " at " + present.at() + " ("
                        + present.change() + ")",
                null,
                false,
                false);
        this.present = present;
    }

    /** Returns the newest revision. */
    public Revision present() {
        return present;
    }
}
