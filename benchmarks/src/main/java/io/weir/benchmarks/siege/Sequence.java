package io.weir.benchmarks.siege;

/** Numbers the requests of an attack, up to the most it may send. */
final class Sequence {

    private final long most;
    private long next;

    Sequence(long most) {
        this.most = most;
    }

    /** The first of so many numbers, or −1 if there are none left. */
    long take(int count) {
        if (next >= most) {
            return -1;
        }
        long first = next;
        next += count;
        return first;
    }

    long taken() {
        return next;
    }

    boolean usedUp() {
        return next >= most;
    }
}
