package io.weir.guard.bot;

/**
 * What is remembered of one client, in twelve longs of a table:
 *
 * <pre>
 *  0     keyed hash of the client; 0 if the place is free
 *  1     last request, microseconds
 *  2     begin of the window of paths, seconds (32 bits); begin of the window of agents, seconds (32)
 *  3     requests in the window (16), gaps (6), whether the window before was broad (1), numbered paths in a row (4),
 *        other numbered paths since (4), responses (16), errors (16)
 *  4     mean of the logarithms of gaps (float); their sum of squared deviations (float)
 *  5–8   the different paths of the window, a bit for each of 256 hashes
 *  9     last path (32); last path of the run (32)
 *  10    the different agents of the window, a bit for each of 64 hashes
 *  11    end of the honeypot's effect, minutes (27); end of a passed challenge's effect, minutes (27); last score (7);
 *        requests without the cookie (3)
 * </pre>
 */
final class ClientRecord {

    static final int LONGS = 12;

    /** Bits of a long that hold one number. */
    private enum Field {
        PATHS_SINCE(2, 0, 32),
        AGENTS_SINCE(2, 32, 32),
        REQUESTS(3, 0, 16),
        GAPS(3, 16, 6),
        WAS_BROAD(3, 22, 1),
        RUN(3, 24, 4),
        OTHERS(3, 28, 4),
        RESPONSES(3, 32, 16),
        ERRORS(3, 48, 16),
        LAST_PATH(9, 0, 32),
        RUN_PATH(9, 32, 32),
        MEAN(4, 0, 32),
        DEVIATIONS(4, 32, 32),
        TRAPPED_UNTIL(11, 0, 27),
        PASSED_UNTIL(11, 27, 27),
        SCORE(11, 54, 7),
        WITHOUT_COOKIE(11, 61, 3);

        private final int at;
        private final int shift;
        private final long mask;

        Field(int at, int shift, int bits) {
            this.at = at;
            this.shift = shift;
            this.mask = (1L << bits) - 1;
        }
    }

    private static final int HASH = 0;
    private static final int LAST = 1;
    private static final int PATHS = 5;
    private static final int AGENTS = 10;

    private static final long MICROS = 1_000_000;
    private static final long MINUTE = 60 * MICROS;
    private static final long VISIT_MICROS = 30 * MINUTE;
    private static final long PATHS_SECONDS = 600;
    private static final long AGENTS_SECONDS = 120;
    private static final long LONGEST_GAP_MICROS = 5 * MINUTE;
    private static final long SHORTEST_GAP_MICROS = 1_000;
    private static final long COOKIE_GAP_MICROS = MICROS;
    private static final long TRAP_MINUTES = 24 * 60;
    private static final long CHALLENGE_MINUTES = 60;

    private static final int MOST_GAPS = 50;
    private static final int LEAST_GAPS = 10;
    private static final double REGULAR = 0.15;
    private static final double EVEN = 0.30;
    private static final int PATH_BITS = 256;
    private static final int MOST_NEW_PATHS = 60;
    private static final int MOST_AGENTS = 10;
    private static final int LONGEST_RUN = 7;
    private static final int MOST_OTHERS = 4;
    private static final int LEAST_RESPONSES = 20;
    private static final int MOST_RESPONSES = 1_000;
    private static final int MOST_WITHOUT_COOKIE = 6;
    private static final int MOST_REQUESTS = 0xFFFF;

    private final long[] table;
    private final int base;

    ClientRecord(long[] table, int base) {
        this.table = table;
        this.base = base;
    }

    private long get(Field field) {
        return (table[base + field.at] >>> field.shift) & field.mask;
    }

    private void set(Field field, long value) {
        long others = table[base + field.at] & ~(field.mask << field.shift);
        table[base + field.at] = others | ((value & field.mask) << field.shift);
    }

    private int count(Field field) {
        return (int) get(field);
    }

    private double real(Field field) {
        return Float.intBitsToFloat(count(field));
    }

    private void setReal(Field field, double value) {
        set(field, Float.floatToIntBits((float) value));
    }

    /** Begins the record of another client. */
    void begin(long hash) {
        for (int i = 0; i < LONGS; i++) {
            table[base + i] = 0;
        }
        table[base + HASH] = hash;
    }

    long hash() {
        return table[base + HASH];
    }

    long lastMicros() {
        return table[base + LAST];
    }

    int score() {
        return count(Field.SCORE);
    }

    void score(int points) {
        set(Field.SCORE, points);
    }

    /** Adds a request for a path. */
    void visit(NumberedPath numbered, long nowMicros) {
        long path = numbered.hash();
        boolean isFirst = lastMicros() == 0;
        long gap = nowMicros - lastMicros();
        if (!isFirst && gap > VISIT_MICROS) {
            endVisit();
            isFirst = true;
        }
        beginWindows(nowMicros);
        if (!isFirst && gap >= 0) {
            compare(path, gap);
        }
        if (numbered.hasNumber()) {
            follow((int) path);
        }
        int bit = (int) ((path * 0x9E3779B97F4A7C15L) >>> 56);
        table[base + PATHS + (bit >>> 6)] |= 1L << bit;
        set(Field.REQUESTS, Math.min(get(Field.REQUESTS) + 1, MOST_REQUESTS));
        set(Field.LAST_PATH, path);
        table[base + LAST] = nowMicros;
    }

    private void endVisit() {
        long trapped = get(Field.TRAPPED_UNTIL);
        long passed = get(Field.PASSED_UNTIL);
        begin(hash());
        set(Field.TRAPPED_UNTIL, trapped);
        set(Field.PASSED_UNTIL, passed);
    }

    private void beginWindows(long nowMicros) {
        long now = nowMicros / MICROS;
        long since = get(Field.PATHS_SINCE);
        if (now - since >= PATHS_SECONDS) {
            set(Field.WAS_BROAD, now - since < 2 * PATHS_SECONDS && isBroadNow() ? 1 : 0);
            set(Field.PATHS_SINCE, now);
            set(Field.REQUESTS, 0);
            set(Field.RUN, 0);
            for (int i = 0; i < PATH_BITS / Long.SIZE; i++) {
                table[base + PATHS + i] = 0;
            }
        }
        if (now - get(Field.AGENTS_SINCE) >= AGENTS_SECONDS) {
            set(Field.AGENTS_SINCE, now);
            table[base + AGENTS] = 0;
        }
    }

    private void compare(long path, long gap) {
        // A page that asks for the same path again and again, such as a dashboard, is regular without being a bot.
        if (get(Field.LAST_PATH) == (path & 0xFFFF_FFFFL)) {
            return;
        }
        if (gap <= LONGEST_GAP_MICROS) {
            addGap(Math.log((double) Math.max(gap, SHORTEST_GAP_MICROS)));
        }
    }

    /**
     * Continues the run of numbered paths, or begins another one. Up to four other numbered paths in between do not end it:
     * a page calls its own script's paths, which may have numbers too.
     */
    private void follow(int path) {
        int step = path - count(Field.RUN_PATH);
        long run = get(Field.RUN);
        if (step == 0 || run == LONGEST_RUN) {
            return;
        }
        boolean continues = step == 1 || step == -1;
        boolean isFirst = get(Field.RUN_PATH) == 0;
        if (!continues && !isFirst && get(Field.OTHERS) < MOST_OTHERS) {
            set(Field.OTHERS, get(Field.OTHERS) + 1);
        } else {
            set(Field.RUN, continues ? run + 1 : 0);
            set(Field.OTHERS, 0);
            set(Field.RUN_PATH, path);
        }
    }

    /** Adds to mean and deviations (Welford); beyond 50 gaps, older ones lose their weight. */
    private void addGap(double gap) {
        int gaps = count(Field.GAPS) + 1;
        double mean = real(Field.MEAN);
        double deviations = real(Field.DEVIATIONS);
        if (gaps > MOST_GAPS) {
            gaps = MOST_GAPS;
            deviations -= deviations / MOST_GAPS;
        }
        double change = gap - mean;
        double newMean = mean + change / gaps;
        set(Field.GAPS, gaps);
        setReal(Field.MEAN, newMean);
        setReal(Field.DEVIATIONS, deviations + change * (gap - newMean));
    }

    /** Returns the part of the mean by which gaps differ from it; a large number if there are too few gaps. */
    private double variation() {
        int gaps = count(Field.GAPS);
        return gaps < LEAST_GAPS ? Double.MAX_VALUE : Math.sqrt(Math.expm1(real(Field.DEVIATIONS) / (gaps - 1)));
    }

    boolean isRegular() {
        return variation() < REGULAR;
    }

    boolean isEven() {
        double variation = variation();
        return variation >= REGULAR && variation < EVEN;
    }

    /** Returns about how many different paths were asked for; above 600 the estimate is too low. */
    private double paths() {
        int bits = 0;
        for (int i = 0; i < PATH_BITS / Long.SIZE; i++) {
            bits += Long.bitCount(table[base + PATHS + i]);
        }
        return estimate(bits, PATH_BITS);
    }

    /** Counts by the part of bits that are still free (linear counting). */
    private static double estimate(int bits, int all) {
        return -all * Math.log(Math.max(all - bits, 0.5) / all);
    }

    /** Returns whether this window is broad, or the one before was. */
    boolean isBroad() {
        return get(Field.WAS_BROAD) == 1 || isBroadNow();
    }

    private boolean isBroadNow() {
        double paths = paths();
        return paths >= MOST_NEW_PATHS && paths > 0.8 * count(Field.REQUESTS);
    }

    boolean isSequence() {
        return get(Field.RUN) >= LONGEST_RUN;
    }

    void agent(long hash, long nowMicros) {
        beginWindows(nowMicros);
        table[base + AGENTS] |= 1L << (hash & 63);
        table[base + LAST] = nowMicros;
    }

    boolean changesAgents() {
        return estimate(Long.bitCount(table[base + AGENTS]), Long.SIZE) > MOST_AGENTS;
    }

    /** The first request of a visit, and others at the same time, cannot have a cookie yet. */
    void cookie(boolean sent, long nowMicros) {
        boolean isChance = lastMicros() == 0 || nowMicros - lastMicros() > COOKIE_GAP_MICROS;
        if (sent) {
            set(Field.WITHOUT_COOKIE, 0);
        } else if (isChance) {
            set(Field.WITHOUT_COOKIE, Math.min(get(Field.WITHOUT_COOKIE) + 1, MOST_WITHOUT_COOKIE));
        }
    }

    boolean keepsNoCookie() {
        return get(Field.WITHOUT_COOKIE) == MOST_WITHOUT_COOKIE;
    }

    void responded(boolean isError) {
        if (get(Field.RESPONSES) >= MOST_RESPONSES) {
            set(Field.RESPONSES, get(Field.RESPONSES) / 2);
            set(Field.ERRORS, get(Field.ERRORS) / 2);
        }
        set(Field.RESPONSES, get(Field.RESPONSES) + 1);
        set(Field.ERRORS, get(Field.ERRORS) + (isError ? 1 : 0));
    }

    boolean failsMostly() {
        return get(Field.RESPONSES) >= LEAST_RESPONSES && 2 * get(Field.ERRORS) > get(Field.RESPONSES);
    }

    void trap(long nowMicros) {
        set(Field.TRAPPED_UNTIL, nowMicros / MINUTE + TRAP_MINUTES);
    }

    boolean isTrapped(long nowMicros) {
        return nowMicros / MINUTE < get(Field.TRAPPED_UNTIL);
    }

    void passChallenge(long nowMicros) {
        set(Field.PASSED_UNTIL, nowMicros / MINUTE + CHALLENGE_MINUTES);
    }

    boolean hasPassedChallenge(long nowMicros) {
        return nowMicros / MINUTE < get(Field.PASSED_UNTIL);
    }
}
