package io.weir.testkit.fault;

/** How many bytes may still pass. */
final class ByteBudget {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private long left = UNLIMITED;

    void set(long bytes) {
        left = bytes;
    }

    void clear() {
        left = UNLIMITED;
    }

    /** At most so many of those that want to. */
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
