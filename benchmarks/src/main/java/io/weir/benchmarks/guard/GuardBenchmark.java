package io.weir.benchmarks.guard;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.Sample;
import io.weir.benchmarks.guard.Verifications.Presented;
import io.weir.benchmarks.guard.VerifiedEvaluations.Named;
import io.weir.benchmarks.service.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Measures API keys: verifying them, loading a million, and evaluations with a key beside those without: medians of rounds. */
public final class GuardBenchmark {

    private final int rounds;
    private final Duration warmUp;
    private final Duration round;

    private GuardBenchmark(boolean quick) {
        this.rounds = quick ? 3 : 5;
        this.warmUp = Duration.ofSeconds(quick ? 10 : 40);
        this.round = Duration.ofSeconds(quick ? 3 : 5);
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick", "--keys", "--service").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run guard [--quick] [--keys | --service]");
            System.exit(2);
        }
        GuardBenchmark benchmark = new GuardBenchmark(options.contains("--quick"));
        if (!options.contains("--service")) {
            benchmark.keys();
        }
        if (!options.contains("--keys")) {
            benchmark.service();
        }
        // PostgreSQL ends with this process.
        System.exit(0);
    }

    private void keys() throws Exception {
        Map<Presented, List<Sample>> samples = new EnumMap<>(Presented.class);
        for (int i = 1; i <= rounds; i++) {
            for (Presented presented : Presented.values()) {
                Sample sample = Sample.of(Verifications.class, Map.of("presented", presented.name()));
                samples.computeIfAbsent(presented, first -> new ArrayList<>()).add(sample);
                progress("round %d of %d: %s %.0f ns", i, rounds, presented, sample.nanos());
            }
        }
        Results results = new Results("guard-keys", "ns", "verifications/s and core", "bytes allocated");
        samples.forEach((presented, some) -> {
            double nanos = Sample.median(some, Sample::nanos);
            results.add(
                    presented.name().toLowerCase(Locale.ROOT),
                    nanos,
                    Math.round(1e9 / nanos),
                    Sample.median(some, Sample::bytes));
        });
        results.print(System.out);
        results.write();
        progress("filling a database with %,d keys", ManyKeys.KEYS);
        ManyKeys many = ManyKeys.measure();
        Results loaded = new Results("guard-load", "keys", "seconds to load", "bytes of heap per key");
        loaded.add("from PostgreSQL", (long) ManyKeys.KEYS, many.seconds(), many.bytesPerKey());
        loaded.print(System.out);
        loaded.write();
    }

    private void service() throws Exception {
        Map<Named, List<Load>> loads = new EnumMap<>(Named.class);
        try (VerifiedEvaluations plain = VerifiedEvaluations.start("key-rules.yml");
                VerifiedEvaluations guarded = VerifiedEvaluations.start("guarded-rules.yml")) {
            for (Named named : Named.values()) {
                (named.isGuarded() ? guarded : plain).round(named, warmUp);
            }
            for (int i = 1; i <= rounds; i++) {
                for (Named named : Named.values()) {
                    Load load = (named.isGuarded() ? guarded : plain).round(named, round);
                    progress("round %d of %d: %s %,.0f evaluations/s", i, rounds, named, load.perSecond());
                    loads.computeIfAbsent(named, first -> new ArrayList<>()).add(load);
                }
            }
        }
        Results results = new Results(
                "guard-service",
                "evaluations/s",
                "of that by id",
                "of that with headers",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "CPU µs");
        double byId = median(loads.getOrDefault(Named.BY_ID, List.of()), Load::perSecond);
        double withHeaders = median(loads.getOrDefault(Named.WITH_HEADERS, List.of()), Load::perSecond);
        loads.forEach((named, some) -> results.add(
                named.words(),
                median(some, Load::perSecond),
                part(some, byId),
                part(some, withHeaders),
                median(some, Load::p50Millis),
                median(some, Load::p95Millis),
                median(some, Load::p99Millis),
                median(some, Load::cpuMicros)));
        results.print(System.out);
        results.write();
    }

    private static String part(List<Load> loads, double of) {
        return String.format(Locale.ROOT, "%.2f ×", median(loads, Load::perSecond) / of);
    }

    private static double median(List<Load> loads, ToDoubleFunction<Load> figure) {
        double[] sorted = loads.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static void progress(String format, Object... values) {
        System.err.printf(Locale.ROOT, format + "%n", values);
    }
}
