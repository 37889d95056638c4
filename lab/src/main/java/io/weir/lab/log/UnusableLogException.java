package io.weir.lab.log;

/** A log that cannot be replayed, with what to do about it. */
public final class UnusableLogException extends RuntimeException {

    public UnusableLogException(String message) {
        super(message, null, false, false);
    }
}
