package io.weir.benchmarks.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The counters of a service by their names and labels, in the format of Prometheus. */
record ServiceMeters(Map<String, Double> values) {

    private static final Pattern BOUND = Pattern.compile("le=\"([^\"]+)\"");

    static ServiceMeters of(Server server) throws IOException {
        Map<String, Double> values = new HashMap<>();
        try (InputStream in =
                URI.create(server.url() + "/actuator/prometheus").toURL().openStream()) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int space = line.lastIndexOf(' ');
                        values.put(line.substring(0, space), Double.parseDouble(line.substring(space)));
                    });
        }
        return new ServiceMeters(values);
    }

    /** Returns the difference from an earlier reading. */
    ServiceMeters since(ServiceMeters before) {
        Map<String, Double> since = new HashMap<>();
        values.forEach((name, value) -> since.put(name, value - before.values.getOrDefault(name, 0.0)));
        return new ServiceMeters(since);
    }

    /** Returns the sum of all series with this name and these labels, such as {@code rule="orders"}. */
    double sum(String name, String... labels) {
        return values.entrySet().stream()
                .filter(series -> has(series.getKey(), name, labels))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static boolean has(String series, String name, String... labels) {
        if (!series.startsWith(name + "{")) {
            return false;
        }
        for (String label : labels) {
            if (!series.contains(label)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a quantile of a histogram like Prometheus's histogram_quantile, which interpolates within a bucket. */
    double quantile(double quantile, String histogram, String... labels) {
        TreeMap<Double, Double> buckets = new TreeMap<>();
        values.forEach((series, count) -> {
            Matcher bound = BOUND.matcher(series);
            if (has(series, histogram + "_bucket", labels) && bound.find()) {
                double most =
                        bound.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound.group(1));
                buckets.merge(most, count, Double::sum);
            }
        });
        double rank = quantile * buckets.lastEntry().getValue();
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : buckets.entrySet()) {
            if (bucket.getValue() >= rank) {
                return Double.isInfinite(bucket.getKey())
                        ? lower
                        : lower + (bucket.getKey() - lower) * (rank - below) / (bucket.getValue() - below);
            }
            lower = bucket.getKey();
            below = bucket.getValue();
        }
        return lower;
    }
}
