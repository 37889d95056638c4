package io.weir.service.live;

/** The counts of one rule, or of all requests: 5 minutes by seconds and 24 hours by minutes, in 28 KB. */
final class CountHistory {

    static final int SECONDS = 300;
    static final int MINUTES = 1_440;

    private static final int SECONDS_OF_MINUTE = 60;

    private final CountRing seconds = new CountRing(SECONDS);
    private final CountRing minutes = new CountRing(MINUTES);

    void add(long second, LiveCounts counts) {
        seconds.add(second, counts);
        minutes.add(second / SECONDS_OF_MINUTE, counts);
    }

    LiveCounts second(long second) {
        return seconds.get(second);
    }

    LiveCounts minute(long minute) {
        return minutes.get(minute);
    }

    LiveCounts lastMinute(long second) {
        return seconds.sum(second, SECONDS_OF_MINUTE);
    }

    LiveCounts lastDay(long second) {
        return minutes.sum(second / SECONDS_OF_MINUTE, MINUTES);
    }
}
