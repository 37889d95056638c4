package io.weir.metrics.subjects;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the most frequent of any number of names with a fixed number of counters (space-saving, Metwally and others 2005). A name
 * without a counter takes over the smallest one, and what that had counted is its error: of count and error, at most the error was
 * never its own.
 *
 * <p>With 256 counters nobody is missed who has more than one in 256 of all. To be confused by others is impossible: what is
 * {@linkplain Counter#certain certain} was really seen.
 */
final class SpaceSaving {

    static final int COUNTERS = 256;

    /** One name's. */
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

        /** How often it was seen, at the least. */
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
        Counter smallest = counters.values().stream()
                .min(Comparator.comparingLong(counter -> counter.count))
                .orElseThrow();
        counters.remove(smallest.name);
        return smallest.count;
    }

    Collection<Counter> counters() {
        return counters.values();
    }
}
