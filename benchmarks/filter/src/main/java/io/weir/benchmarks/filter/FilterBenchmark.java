package io.weir.benchmarks.filter;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The time that a filter with five limits adds to a request: medians of interleaved rounds, less the time without a filter. */
public final class FilterBenchmark {

    private static final List<String> CONTENDERS = List.of("none", "weir", "weir-strangers", "bucket4j");

    private FilterBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run filter [--quick]");
            System.exit(2);
        }
        int rounds = options.contains("--quick") ? 3 : 5;
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String contender : CONTENDERS) {
                Sample sample = Sample.of(Filters.class, Map.of("contender", contender));
                samples.computeIfAbsent(contender, first -> new ArrayList<>()).add(sample);
                System.err.printf(
                        Locale.ROOT, "round %d of %d: %s: %.0f ns%n", round + 1, rounds, contender, sample.nanos());
            }
        }
        print(samples);
    }

    private static void print(Map<String, List<Sample>> samples) throws Exception {
        List<Sample> none = Objects.requireNonNull(samples.remove("none"));
        double idleNanos = Sample.median(none, Sample::nanos);
        double idleBytes = Sample.median(none, Sample::bytes);
        double ours = Sample.median(Objects.requireNonNull(samples.get("weir")), Sample::nanos) - idleNanos;
        Results results = new Results("filter", "µs added", "bytes added", "weir is");
        samples.forEach((name, list) -> {
            double nanos = Sample.median(list, Sample::nanos) - idleNanos;
            results.add(name, nanos / 1_000, Sample.median(list, Sample::bytes) - idleBytes, ours / nanos);
        });
        results.print(System.out);
        results.write();
    }
}
