package io.weir.testkit.schedule;

import io.weir.limit.Limit;
import io.weir.testkit.oracle.Oracle;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The moves of a schedule's clock, mostly to instants at which an error of a microsecond would show. */
final class ClockJumps {

    private static final long EARLIEST = micros("2020-01-01T00:00:00Z");
    private static final long LATEST = micros("2100-01-01T00:00:00Z");
    private static final long MILLI = 1_000;
    private static final long DAY = TimeUnit.MICROSECONDS.convert(Duration.ofDays(1));
    private static final long YEAR = 365 * DAY;

    private final SplittableRandom random;
    private final List<Limit> limits;
    private final long start;
    private final long[] visited = new long[8];
    private long moves;

    private int crowdSteps;
    private long crowdStride;

    ClockJumps(SplittableRandom random, List<Limit> limits) {
        this.random = random;
        this.limits = limits;
        this.start = micros("2026-01-01T00:00:00Z") + random.nextLong(YEAR);
        Arrays.fill(visited, start);
    }

    long start() {
        return start;
    }

    /** Returns how far to move from here. */
    long next(long nowMicros) {
        return bounded(nowMicros, jump(nowMicros));
    }

    /** Returns the move, or a move back to the start if the clock would leave its eighty years. */
    long bounded(long nowMicros, long jump) {
        visited[(int) (moves++ % visited.length)] = nowMicros;
        long next = nowMicros + jump;
        return EARLIEST <= next && next < LATEST ? jump : start - nowMicros;
    }

    /**
     * Returns whether the current few hundred steps are close in time, so that logs grow long and windows slide slowly.
     */
    boolean crowded() {
        return crowdSteps > 0;
    }

    private long jump(long nowMicros) {
        if (crowdSteps == 0 && random.nextInt(1000) == 0) {
            crowdSteps = random.nextInt(600);
            crowdStride = Math.max(1, Oracle.periodMicros(anyLimit()) >> random.nextInt(3, 14));
        }
        if (crowdSteps == 0) {
            return anyJump(nowMicros);
        }
        crowdSteps--;
        return random.nextInt(200) == 0 ? anyJump(nowMicros) : random.nextLong(2 * crowdStride);
    }

    private Limit anyLimit() {
        return limits.get(random.nextInt(limits.size()));
    }

    private long anyJump(long nowMicros) {
        Limit limit = anyLimit();
        long period = Oracle.periodMicros(limit);
        int percent = random.nextInt(100);
        if (percent < 30) {
            return 0;
        }
        if (percent < 40) {
            return 1;
        }
        if (percent < 52) {
            return 2 + random.nextLong(MILLI);
        }
        if (percent < 70) {
            return permits(limit, period);
        }
        if (percent < 76) {
            return about(period);
        }
        if (percent < 83) {
            return about(period - Math.floorMod(nowMicros, period));
        }
        if (percent < 94) {
            return random.nextLong(period);
        }
        return percent < 95 ? idle(period) : stepBack(nowMicros, period);
    }

    /** Returns the time of a few permits. */
    private long permits(Limit limit, long period) {
        double permits = anyBelow(limit.rate().permits()) + 1;
        return about((long) (permits / limit.rate().permits() * period));
    }

    private long idle(long period) {
        return random.nextInt(10) > 0 ? random.nextLong(4 * period) : anyBelow(YEAR);
    }

    private long stepBack(long nowMicros, long period) {
        return -switch (random.nextInt(8)) {
            case 0 -> 1;
            case 1 -> 1 + random.nextLong(MILLI);
            case 2 -> about(period);
            case 3 -> about(Math.floorMod(nowMicros, period));
            case 4 -> random.nextLong(3 * period);
            case 5, 6 -> nowMicros - visited[random.nextInt(visited.length)];
            default -> anyBelow(DAY);
        };
    }

    /** Returns the number, one more or one less. */
    private long about(long number) {
        return Math.max(0, number + random.nextInt(-1, 2));
    }

    /** Returns a number from 0 to the bound, with equal probability for every order of magnitude. */
    private long anyBelow(long bound) {
        return (long) StrictMath.pow((double) bound, random.nextDouble()) - 1;
    }

    private static long micros(String instant) {
        return TimeUnit.MICROSECONDS.convert(Duration.between(Instant.EPOCH, Instant.parse(instant)));
    }
}
