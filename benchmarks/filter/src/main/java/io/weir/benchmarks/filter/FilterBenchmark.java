package io.weir.benchmarks.filter;

import io.weir.benchmarks.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What a filter with five limits adds to a request: medians of interleaved rounds, without what a request costs anyway. */
public final class FilterBenchmark {

    private static final List<String> CONTENDERS = List.of("none", "weir", "bucket4j");

    private record Sample(double nanos, double bytes) {}

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
                Sample sample = measure(contender);
                samples.computeIfAbsent(contender, first -> new ArrayList<>()).add(sample);
                System.err.printf(
                        Locale.ROOT, "round %d of %d: %s: %.0f ns%n", round + 1, rounds, contender, sample.nanos());
            }
        }
        print(samples);
    }

    private static void print(Map<String, List<Sample>> samples) throws Exception {
        List<Sample> none = Objects.requireNonNull(samples.remove("none"));
        double idleNanos = median(none, Sample::nanos);
        double idleBytes = median(none, Sample::bytes);
        double ours = median(Objects.requireNonNull(samples.get("weir")), Sample::nanos) - idleNanos;
        Results results = new Results("filter", "µs added", "bytes added", "weir is");
        samples.forEach((name, list) -> {
            double nanos = median(list, Sample::nanos) - idleNanos;
            results.add(name, nanos / 1_000, median(list, Sample::bytes) - idleBytes, ours / nanos);
        });
        results.print(System.out);
        results.write();
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static Sample measure(String contender) throws Exception {
        RunResult result = new Runner(new OptionsBuilder()
                        .include(Filters.class.getName())
                        .param("contender", contender)
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(2))
                        .measurementIterations(2)
                        .measurementTime(TimeValue.seconds(1))
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .runSingle();
        return new Sample(
                result.getPrimaryResult().getScore(),
                Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                        .getScore());
    }
}
