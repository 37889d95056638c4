package io.weir.benchmarks.gate;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Measures a verdict with few matching rules among few and among many: medians of interleaved rounds. */
public final class GateBenchmark {

    private static final List<String> MET = List.of("1", "5", "10");
    private static final List<String> LOADED = List.of("10", "10000");

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
                    Sample sample = Sample.of(Verdicts.class, Map.of("met", met, "loaded", loaded));
                    String name = String.format(Locale.ROOT, "%2s rules met of %,6d", met, Integer.valueOf(loaded));
                    samples.computeIfAbsent(name, first -> new ArrayList<>()).add(sample);
                    System.err.printf(
                            Locale.ROOT, "round %d of %d: %s: %.0f ns%n", round + 1, rounds, name, sample.nanos());
                }
            }
        }
        Results results = new Results("gate", "ns for a verdict", "bytes for a verdict");
        samples.forEach((name, list) ->
                results.add(name, Sample.median(list, Sample::nanos), Sample.median(list, Sample::bytes)));
        results.print(System.out);
        results.write();
    }
}
