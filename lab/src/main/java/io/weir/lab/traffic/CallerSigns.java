package io.weir.lab.traffic;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one caller after a whole log, and what that says about its intention. Each sign can be counted in the
 * log, so that nobody has to believe a score.
 */
public final class CallerSigns {

    /** What the signs say. */
    public enum Standing {
        TRUSTED,
        UNKNOWN,
        SUSPECT
    }

    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final int ENOUGH_REQUESTS = 20;
    private static final int ENOUGH_GAPS = 50;
    private static final int MANY_AGENTS = 5;
    private static final int MANY_HOURS = 3;

    private final boolean named;
    private int requests;
    private int good;
    private int bad;
    private int writes;
    private int firstPath;
    private boolean manyPaths;
    private int agent;
    private int agentChanges;
    private int withoutAgent;
    private long lastMicros = Long.MIN_VALUE;
    private long lastHour = Long.MIN_VALUE;
    private int hours;
    private double gapSum;
    private double gapSquares;

    CallerSigns(boolean named) {
        this.named = named;
    }

    void add(Arrival arrival) {
        requests++;
        int status = arrival.status();
        good += status >= 200 && status < 400 ? 1 : 0;
        bad += status == 400 || status == 401 || status == 403 || status == 404 ? 1 : 0;
        writes += arrival.request().method().equals("POST") ? 1 : 0;
        int path = arrival.request().path().hashCode();
        manyPaths |= requests > 1 && path != firstPath;
        firstPath = requests == 1 ? path : firstPath;
        withoutAgent += arrival.agent() == 0 ? 1 : 0;
        agentChanges += requests > 1 && arrival.agent() != agent ? 1 : 0;
        agent = arrival.agent();
        if (lastMicros != Long.MIN_VALUE) {
            double gap = (arrival.atMicros() - lastMicros) / 1e6;
            gapSum += gap;
            gapSquares += gap * gap;
        }
        lastMicros = arrival.atMicros();
        long hour = Math.floorDiv(lastMicros, HOUR_MICROS);
        hours += hour == lastHour ? 0 : 1;
        lastHour = hour;
    }

    public int requests() {
        return requests;
    }

    /** Returns the signs of abuse, in words. */
    public List<String> signs() {
        List<String> signs = new ArrayList<>();
        if (requests >= ENOUGH_REQUESTS && bad * 2 > requests) {
            signs.add("more than half answered 400, 401, 403 or 404");
        }
        if (requests >= ENOUGH_REQUESTS && !manyPaths && writes * 20L > requests * 19L) {
            signs.add("nothing but POST to one path");
        }
        if (requests > ENOUGH_GAPS && hasEvenGaps()) {
            signs.add("gaps more even than a person's");
        }
        if (requests >= ENOUGH_REQUESTS && (withoutAgent * 2 > requests || agentChanges > MANY_AGENTS)) {
            signs.add("user agent missing or changing");
        }
        return signs;
    }

    private boolean hasEvenGaps() {
        double mean = gapSum / (requests - 1);
        double variance = gapSquares / (requests - 1) - mean * mean;
        return mean > 0 && Math.sqrt(Math.max(0, variance)) < 0.1 * mean;
    }

    /** Returns what the signs say: two make a suspect. A caller with a name and many good requests is trusted. */
    public Standing standing() {
        int signs = signs().size();
        if (signs >= 2) {
            return Standing.SUSPECT;
        }
        boolean steady = named && signs == 0 && hours >= MANY_HOURS && good * 5L >= requests * 4L;
        return steady ? Standing.TRUSTED : Standing.UNKNOWN;
    }
}
