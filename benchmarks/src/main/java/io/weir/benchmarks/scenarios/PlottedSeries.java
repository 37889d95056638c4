package io.weir.benchmarks.scenarios;

import java.util.List;
import java.util.Map;

/** A series in Prometheus: its labels and its values over time. */
record PlottedSeries(Map<String, String> labels, List<Point> points) {

    /** @param second the seconds since the start of the series */
    record Point(double second, double value) {}

    String label(String name) {
        return labels.getOrDefault(name, "");
    }
}
