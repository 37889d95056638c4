package io.weir.benchmarks.memory;

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
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Compares the limiter in memory with its rivals: medians of interleaved rounds. In each round every contender does every
 * work once, in a separate Java process.
 */
public final class MemoryBenchmark {

    private static final List<String> WORK =
            List.of("ownKey", "keySharedBy2", "keySharedBy8", "deniedKey", "zipfKeys", "threeLimits");

    private record Sample(double checksPerSecond, double bytesPerCheck) {}

    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
    private final int rounds;
    private final TimeValue iteration;

    private MemoryBenchmark(boolean quick) {
        this.rounds = quick ? 3 : 5;
        this.iteration = TimeValue.milliseconds(quick ? 500 : 1_000);
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run memory [--quick]");
            System.exit(2);
        }
        new MemoryBenchmark(options.contains("--quick")).run();
    }

    private void run() throws Exception {
        int steps = rounds * WORK.size() * Contender.values().length;
        int step = 0;
        for (int round = 0; round < rounds; round++) {
            for (String work : WORK) {
                for (Contender contender : Contender.values()) {
                    Sample sample = measure(work, contender);
                    samples.computeIfAbsent(work + contender, missing -> new ArrayList<>())
                            .add(sample);
                    System.err.printf(
                            Locale.ROOT,
                            "%d of %d: %s %s %,.0f checks/s%n",
                            ++step,
                            steps,
                            work,
                            contender.label(),
                            sample.checksPerSecond());
                }
            }
        }
        report();
    }

    private Sample measure(String work, Contender contender) throws RunnerException {
        Options options = new OptionsBuilder()
                .include(Checks.class.getName() + "\\." + work + "$")
                .param("contender", contender.name())
                .forks(1)
                .warmupIterations(3)
                .warmupTime(iteration)
                .measurementIterations(2)
                .measurementTime(iteration)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build();
        RunResult result = new Runner(options).runSingle();
        return new Sample(
                result.getPrimaryResult().getScore(),
                Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                        .getScore());
    }

    private void report() throws Exception {
        List<String> columns = new ArrayList<>();
        for (Contender contender : Contender.values()) {
            columns.add(contender.label() + " checks/s");
        }
        for (Contender rival : Contender.values()) {
            if (rival != Contender.WEIR) {
                columns.add("weir / " + rival.label());
            }
        }
        for (Contender contender : Contender.values()) {
            columns.add(contender.label() + " B/check");
        }
        Results speed = new Results("memory", columns.toArray(String[]::new));
        for (String work : WORK) {
            List<Object> figures = new ArrayList<>();
            for (Contender contender : Contender.values()) {
                figures.add(median(work, contender, Sample::checksPerSecond));
            }
            double ours = median(work, Contender.WEIR, Sample::checksPerSecond);
            for (Contender rival : Contender.values()) {
                if (rival != Contender.WEIR) {
                    figures.add(ours / median(work, rival, Sample::checksPerSecond));
                }
            }
            for (Contender contender : Contender.values()) {
                figures.add(median(work, contender, Sample::bytesPerCheck));
            }
            speed.add(work, figures.toArray());
        }
        speed.print(System.out);
        speed.write();

        Results heap = new Results("memory-heap", "bytes per key at a million keys");
        for (Contender contender : Contender.values()) {
            heap.add(contender.label(), HeapPerKey.of(contender));
        }
        System.out.println();
        heap.print(System.out);
        heap.write();
    }

    private double median(String work, Contender contender, ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.getOrDefault(work + contender, List.of()).stream()
                .mapToDouble(figure)
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }
}
