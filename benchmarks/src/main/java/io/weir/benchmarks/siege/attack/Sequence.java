package io.weir.benchmarks.siege.attack;

/** Numbers the requests of an attack, up to the most it may send. */
public final class Sequence {

    private final long most;
    private long next;

    public Sequence(long most) {
        this.most = most;
    }

    /** The first of the next numbers, or −1 if there are none left. */
    public long take(int count) {
        if (next >= most) {
            return -1;
        }
        long first = next;
        next += count;
        return first;
    }

    public long taken() {
        return next;
    }

    public boolean usedUp() {
        return next >= most;
    }
}
