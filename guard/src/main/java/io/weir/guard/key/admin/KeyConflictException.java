package io.weir.guard.key.admin;

/** What was asked for is well-formed, but does not fit what is there. Nothing was changed. */
public final class KeyConflictException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String keyId;

    KeyConflictException(String keyId, String problem) {
        super(problem + "; nothing was changed");
        this.keyId = keyId;
    }

    /** The key that is in the way, or that cannot be changed like this. */
    public String keyId() {
        return keyId;
    }
}
