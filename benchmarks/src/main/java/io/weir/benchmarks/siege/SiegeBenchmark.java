package io.weir.benchmarks.siege;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.siege.probe.ProbeTally;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Floods a fresh service with each attack in turn, and prints a row for each. */
public final class SiegeBenchmark {

    private SiegeBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean quick = words.remove("--quick");
        Path jar = jar(words);
        List<Flood> floods = quick ? Floods.quick() : Floods.all();
        Set<String> names = floods.stream().map(Flood::name).collect(Collectors.toSet());
        if (!names.containsAll(words)) {
            System.err.println("Unknown flood; write benchmarks/run siege [--quick] [--jar <weir.jar>] [name …], of "
                    + floods.stream().map(Flood::name).distinct().collect(Collectors.joining(", ")));
            System.exit(2);
        }
        Cores.SECOND.pin(ProcessHandle.current().pid());
        Camp camp = new Camp(jar, Files.createTempDirectory("weir-siege"), quick);
        Results results = new Results(
                "siege",
                "admitted of allowed",
                "idle p50 / p99 ms",
                "flooded p50 / p99 ms",
                "× idle",
                "failed",
                "flood/s",
                "heap / max MB",
                "rss MB",
                "descriptors",
                "alive",
                "remarks");
        for (Flood flood : floods) {
            if (words.isEmpty() || words.contains(flood.name())) {
                long start = System.nanoTime();
                System.err.printf(Locale.ROOT, "%s with %,d connections …%n", flood.name(), flood.connections());
                add(results, flood.besiege(camp));
                System.err.printf(Locale.ROOT, "  took %.0f s%n", (System.nanoTime() - start) / 1e9);
            }
        }
        results.print(System.out);
        results.write();
        try (PrintStream file =
                new PrintStream(Path.of("benchmarks", "results", "siege.md").toFile(), StandardCharsets.UTF_8)) {
            results.print(file);
        }
    }

    private static Path jar(List<String> words) {
        int option = words.indexOf("--jar");
        if (option < 0) {
            return Path.of("cli/target/weir.jar");
        }
        words.remove(option);
        Path jar = Path.of(option < words.size() ? words.remove(option) : "");
        if (!Files.isRegularFile(jar)) {
            System.err.println("--jar needs the path of a weir.jar, but " + jar + " is no file");
            System.exit(2);
        }
        return jar;
    }

    private static void add(Results results, FloodResult outcome) {
        ProbeTally flooded = outcome.flooded();
        Aftermath after = outcome.aftermath();
        System.err.printf(
                Locale.ROOT,
                "  p50 / p99 %s ms, idle %s ms; %s; alive: %s; %s%n",
                flooded.latency(),
                outcome.idle().latency(),
                outcome.admitted(),
                after.alive(),
                outcome.remarks());
        results.add(
                String.format(
                        Locale.ROOT,
                        "%s × %,d",
                        outcome.flood().name(),
                        outcome.flood().connections()),
                outcome.admitted(),
                outcome.idle().latency(),
                flooded.latency(),
                flooded.times(outcome.idle()),
                String.format(Locale.ROOT, "%,d of %,d", flooded.unanswered() + flooded.errors(), flooded.asked()),
                outcome.perSecond() == 0 ? "" : outcome.perSecond(),
                after.heap(),
                after.resident(),
                after.descriptors(),
                after.alive(),
                outcome.remarks());
    }
}
