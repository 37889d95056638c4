package io.weir.time;

/** The clock of a store. */
@FunctionalInterface
public interface TimeSource {

    /** Returns microseconds since the epoch. */
    long nowMicros();

    /** Returns this machine's clock in microseconds, which runs evenly between corrections of the wall clock. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }
}
