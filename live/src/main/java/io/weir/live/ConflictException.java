package io.weir.live;

/** Somebody else has changed the policy meanwhile; nothing was changed. */
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

    /** What there is now. */
    public Revision present() {
        return present;
    }
}
