package io.weir.metrics.subjects;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the most frequent of any number of names with a fixed number of counters (space-saving, Metwally and others
 * 2005). A name without a counter takes over the smallest counter. Its old count becomes the error of the new name: the
 * true count is at least the count minus the error.
 *
 * <p>With 256 counters, every name with more than one in 256 of all events is found. The
 * {@linkplain Counter#certain certain} part of a count cannot be inflated by other names.
 */
final class SpaceSaving {

    static final int COUNTERS = 256;

    /** The counter of one name. */
    static final class Counter {

        private final String name;
        private final long error;
        private long count;

        private Counter(String name, long error) {
            this.name = name;
            this.error = error;
            this.count = error;
        }

        String name() {
            return name;
        }

        /** Returns the smallest possible true count. */
        long certain() {
            return count - error;
        }
    }

    private final Map<String, Counter> counters = new HashMap<>();

    void add(String name, long times) {
        Counter known = counters.get(name);
        if (known == null) {
            known = new Counter(name, counters.size() < COUNTERS ? 0 : removeSmallest());
            counters.put(name, known);
        }
        known.count += times;
    }

    private long removeSmallest() {
        Counter smallest = counters.values().iterator().next();
        for (Counter each : counters.values()) {
            smallest = each.count < smallest.count ? each : smallest;
        }
        counters.remove(smallest.name);
        return smallest.count;
    }

    Collection<Counter> counters() {
        return counters.values();
    }
}
