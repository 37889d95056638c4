package io.weir.limit;

import java.time.Duration;
import java.util.Locale;

/** The ranges within which all arithmetic is exact, and the messages for values outside of them. */
final class Bounds {

    /** Whole numbers below this are exact in Lua, which stores numbers as doubles. */
    static final long EXACT = 1L << 53;

    static final long LONGEST_MICROS = micros(Rate.LONGEST_PERIOD);

    private Bounds() {}

    static void requirePermits(String name, long value) {
        require(name, value, Rate.MOST_PERMITS);
    }

    static void require(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s must be from 1 to %,d, but was %,d", name, most, value));
        }
    }

    static void requirePeriod(Duration period) {
        boolean inRange = period.compareTo(Duration.ZERO) > 0 && period.compareTo(Rate.LONGEST_PERIOD) <= 0;
        if (!inRange || period.toNanosPart() % 1_000 != 0) {
            throw new IllegalArgumentException("period must be whole microseconds from 1 µs to "
                    + Rate.LONGEST_PERIOD.toDays() + " days, but was " + period);
        }
    }

    static long micros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
    }
}
