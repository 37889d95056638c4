package io.weir.time;

/**
 * Epoch microseconds from {@link System#nanoTime}, which has a finer resolution and is steadier than the wall clock. It
 * is anchored to the wall clock, and anchored again if both differ too much, after an NTP correction or a sleep of the
 * machine.
 */
final class SystemTime implements TimeSource {

    static final SystemTime INSTANCE = new SystemTime();

    private static final long CHECK_EVERY_NANOS = 1_000_000_000L;
    private static final long MOST_ASTRAY_MICROS = 50_000L;

    private record Anchor(long nanos, long epochMicros, long checkAfterNanos) {
        long microsAt(long nowNanos) {
            return epochMicros + (nowNanos - nanos) / 1_000;
        }
    }

    private volatile Anchor anchor;

    private SystemTime() {
        long nanos = System.nanoTime();
        anchor = new Anchor(nanos, System.currentTimeMillis() * 1_000, CHECK_EVERY_NANOS);
    }

    @Override
    public long nowMicros() {
        Anchor current = anchor;
        long nanos = System.nanoTime();
        if (nanos - current.nanos > current.checkAfterNanos) {
            current = check(current, nanos);
        }
        return current.microsAt(nanos);
    }

    private synchronized Anchor check(Anchor seen, long nanos) {
        if (anchor == seen) {
            anchor = checked(seen, nanos);
        }
        return anchor;
    }

    private static Anchor checked(Anchor current, long nanos) {
        long wallMicros = System.currentTimeMillis() * 1_000;
        if (Math.abs(wallMicros - current.microsAt(nanos)) > MOST_ASTRAY_MICROS) {
            return new Anchor(nanos, wallMicros, CHECK_EVERY_NANOS);
        }
        return new Anchor(current.nanos, current.epochMicros, nanos - current.nanos + CHECK_EVERY_NANOS);
    }
}
