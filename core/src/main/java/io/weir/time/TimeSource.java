package io.weir.time;

/** Where a store reads the time. */
@FunctionalInterface
public interface TimeSource {

    /** Microseconds since the epoch. */
    long nowMicros();

    /** This machine's time in microseconds, running evenly between corrections of the wall clock. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }
}
