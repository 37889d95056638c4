package io.weir.benchmarks.gate;

import io.weir.benchmarks.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What a verdict costs, with few rules met of few and of many: medians of interleaved rounds. */
public final class GateBenchmark {

    private static final List<String> MET = List.of("1", "5", "10");
    private static final List<String> LOADED = List.of("10", "10000");

    private record Sample(double nanos, double bytes) {}

    private GateBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run gate [--quick]");
            System.exit(2);
        }
        int rounds = options.contains("--quick") ? 3 : 5;
        Map<String, List<Sample>> samples = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String met : MET) {
                for (String loaded : LOADED) {
                    Sample sample = measure(met, loaded);
                    String name = String.format(Locale.ROOT, "%2s rules met of %,6d", met, Integer.valueOf(loaded));
                    samples.computeIfAbsent(name, first -> new ArrayList<>()).add(sample);
                    System.err.printf(
                            Locale.ROOT, "round %d of %d: %s: %.0f ns%n", round + 1, rounds, name, sample.nanos());
                }
            }
        }
        Results results = new Results("gate", "ns for a verdict", "bytes for a verdict");
        samples.forEach((name, list) -> {
            double[] nanos = list.stream().mapToDouble(Sample::nanos).sorted().toArray();
            results.add(name, nanos[nanos.length / 2], list.get(0).bytes());
        });
        results.print(System.out);
        results.write();
    }

    private static Sample measure(String met, String loaded) throws Exception {
        RunResult result = new Runner(new OptionsBuilder()
                        .include(Verdicts.class.getName())
                        .param("met", met)
                        .param("loaded", loaded)
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
