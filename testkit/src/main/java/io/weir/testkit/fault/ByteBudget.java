package io.weir.testkit.fault;

/** A number of bytes that may still pass. */
final class ByteBudget {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private long left = UNLIMITED;

    void set(long bytes) {
        left = bytes;
    }

    void clear() {
        left = UNLIMITED;
    }

    /** Returns how many of the wanted bytes may pass. */
    int allowed(int wanted) {
        return (int) Math.min(left, wanted);
    }

    void spend(int bytes) {
        if (left != UNLIMITED) {
            left -= bytes;
        }
    }

    boolean isSpent() {
        return left == 0;
    }
}
