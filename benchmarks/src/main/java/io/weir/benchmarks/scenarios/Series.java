package io.weir.benchmarks.scenarios;

import java.util.List;
import java.util.Map;

/** What Prometheus knew of something over a while. */
record Series(Map<String, String> labels, List<Point> points) {

    /** @param second after the beginning */
    record Point(double second, double value) {}

    String label(String name) {
        return labels.getOrDefault(name, "");
    }
}
