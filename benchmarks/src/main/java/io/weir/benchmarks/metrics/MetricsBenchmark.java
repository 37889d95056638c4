package io.weir.benchmarks.metrics;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Measures the time that meters add to a check and to a verdict: medians of interleaved rounds. */
public final class MetricsBenchmark {

    private static final List<String> WORKS = List.of("check", "verdict", "denial");

    private MetricsBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run metrics [--quick]");
            System.exit(2);
        }
        int rounds = options.contains("--quick") ? 3 : 7;
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            take("clock", Meters.NONE, samples);
            for (String work : WORKS) {
                for (Meters meters : Meters.values()) {
                    take(work, meters, samples);
                }
            }
            System.err.printf(Locale.ROOT, "round %d of %d is over%n", round + 1, rounds);
        }
        report(samples);
    }

    private static void take(String work, Meters meters, Map<String, List<Sample>> samples) throws Exception {
        Sample sample = Sample.of(MeasuredChecks.class.getName() + "." + work + "$", Map.of("meters", meters.name()));
        samples.computeIfAbsent(work + " " + meters, first -> new ArrayList<>()).add(sample);
        System.err.printf(Locale.ROOT, "%s %s: %.1f ns%n", work, meters, sample.nanos());
    }

    private static void report(Map<String, List<Sample>> samples) throws Exception {
        double clock = median(samples, "clock", Meters.NONE);
        System.out.printf(Locale.ROOT, "To read the clock takes %.1f ns.%n%n", clock);
        Results results = new Results(
                "metrics",
                "ns without meters",
                "ns added",
                "ns added beyond two clock reads",
                "on the coarse clock",
                "beyond two reads");
        for (String work : WORKS) {
            double bare = median(samples, work, Meters.NONE);
            double system = median(samples, work, Meters.ON_SYSTEM_CLOCK) - bare;
            double coarse = median(samples, work, Meters.ON_COARSE_CLOCK) - bare;
            results.add(work, bare, system, system - 2 * clock, coarse, coarse - 2 * clock);
        }
        results.print(System.out);
        results.write();
    }

    private static double median(Map<String, List<Sample>> samples, String work, Meters meters) {
        return Sample.median(Objects.requireNonNull(samples.get(work + " " + meters)), Sample::nanos);
    }
}
