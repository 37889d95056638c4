package io.weir.service.live;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was counted in one second or one minute, of one rule or of all requests: requests, denials, requests that rules in shadow
 * mode would have denied, and requests near the limit. Of all requests, the last is the number of decisions without Redis.
 */
final class LiveCounts {

    static final int ASKED = 0;
    static final int DENIED = 1;
    static final int WOULD_DENY = 2;
    static final int NEAR_OR_DEGRADED = 3;

    static final List<String> OF_A_RULE = List.of("asked", "denied", "wouldDeny", "near");
    static final List<String> OF_ALL = List.of("asked", "denied", "wouldDeny", "degraded");

    static final int COLUMNS = OF_A_RULE.size();

    private final int[] values;

    private LiveCounts(int[] values) {
        this.values = values;
    }

    static LiveCounts none() {
        return new LiveCounts(new int[COLUMNS]);
    }

    /** The counts, in the order of the columns. */
    int[] values() {
        return values;
    }

    boolean isNothing() {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }

    LiveCounts plus(LiveCounts other) {
        return new LiveCounts(IntStream.range(0, COLUMNS)
                .map(i -> (int) Math.min(Integer.MAX_VALUE, (long) values[i] + other.values[i]))
                .toArray());
    }
}
