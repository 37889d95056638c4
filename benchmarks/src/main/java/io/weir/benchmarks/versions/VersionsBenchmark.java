package io.weir.benchmarks.versions;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.grpc.GrpcLoad;
import io.weir.benchmarks.service.ServiceBenchmark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares an old and a new build of the service on memory: {@code /check}, {@code /evaluate} with five rules, and calls of Envoy, in
 * interleaved rounds. Each build is alone on the first core while the other is paused; the load is on the second.
 *
 * <p>Two processes of one build may differ by more than two builds, since their compilers decide differently. So each trial starts
 * both builds again.
 */
public final class VersionsBenchmark {

    private static final Path NEW = Path.of("cli/target/weir.jar");

    private final int trials;
    private final int rounds;
    private final Duration warmUp;
    private final Duration round = Duration.ofSeconds(3);
    private final Path folder;

    private VersionsBenchmark(boolean quick) throws Exception {
        this.trials = quick ? 1 : 3;
        this.rounds = quick ? 5 : 8;
        this.warmUp = Duration.ofSeconds(quick ? 12 : 20);
        this.folder = Files.createTempDirectory("weir-benchmark");
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = new ArrayList<>(List.of(arguments));
        boolean quick = options.remove("--quick");
        if (options.size() != 2 || !options.get(0).equals("--old") || !Files.isReadable(Path.of(options.get(1)))) {
            System.err.println(
                    "Name the build to compare with; write benchmarks/run versions --old <weir.jar> [--quick]");
            System.exit(2);
        }
        for (String tool : List.of("taskset", "wrk", "h2load")) {
            if (new ProcessBuilder("which", tool).start().waitFor() != 0) {
                System.err.println(tool + " is not on the PATH; install it"
                        + " (Debian: apt-get install util-linux wrk nghttp2-client)");
                System.exit(1);
            }
        }
        new VersionsBenchmark(quick).run(Path.of(options.get(1)));
    }

    private void run(Path old) throws Exception {
        Files.writeString(Files.createDirectory(folder.resolve("envoy")).resolve("bench.yaml"), GrpcLoad.limits());
        for (String file : List.of("five-rules.yml", "checks.lua", "evaluations.lua")) {
            Files.writeString(folder.resolve(file), ServiceBenchmark.resource(file));
        }
        Map<Work, List<Ratio>> ratios = new LinkedHashMap<>();
        for (int trial = 1; trial <= trials; trial++) {
            try (Build before = Build.start("old", old, folder, trial);
                    Build after = Build.start("new", NEW, folder, trial)) {
                warmUp(before);
                warmUp(after);
                for (int i = 1; i <= rounds; i++) {
                    for (Work work : Work.values()) {
                        boolean oldFirst = (i + trial) % 2 == 0;
                        Figure first = measured(oldFirst ? before : after, work);
                        Figure second = measured(oldFirst ? after : before, work);
                        Ratio ratio = oldFirst ? Ratio.of(first, second) : Ratio.of(second, first);
                        ratios.computeIfAbsent(work, none -> new ArrayList<>()).add(ratio);
                        System.err.printf(
                                Locale.ROOT,
                                "trial %d of %d, round %d of %d: %s, new / old: CPU per call %.2f, calls %.2f%n",
                                trial,
                                trials,
                                i,
                                rounds,
                                work.label(),
                                ratio.cpu(),
                                ratio.perSecond());
                    }
                }
            }
        }
        report(ratios);
    }

    private void warmUp(Build build) throws Exception {
        build.server().resume();
        for (Work work : Work.values()) {
            work.load(build, warmUp, folder);
        }
        build.server().pause();
    }

    private Figure measured(Build build, Work work) throws Exception {
        build.server().resume();
        Figure figure = work.load(build, round, folder);
        build.server().pause();
        return figure;
    }

    /** Returns the ratios of new to old. */
    private record Ratio(double cpu, double perSecond) {
        private static Ratio of(Figure old, Figure now) {
            return new Ratio(now.cpuMicros() / old.cpuMicros(), now.perSecond() / old.perSecond());
        }
    }

    private void report(Map<Work, List<Ratio>> ratios) throws Exception {
        Results results = new Results(
                "versions", "CPU per call, new / old", "half of the rounds", "each trial", "calls/s, new / old");
        ratios.forEach((work, all) -> {
            List<Double> cpu = all.stream().map(Ratio::cpu).toList();
            List<String> byTrial = IntStream.range(0, trials)
                    .mapToObj(trial -> text(quartile(cpu.subList(trial * rounds, (trial + 1) * rounds), 2)))
                    .toList();
            results.add(
                    work.label(),
                    text(quartile(cpu, 2)),
                    text(quartile(cpu, 1)) + " to " + text(quartile(cpu, 3)),
                    String.join(", ", byTrial),
                    text(quartile(all.stream().map(Ratio::perSecond).toList(), 2)));
        });
        results.print(System.out);
        results.write();
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }

    private static double quartile(List<Double> figures, int quarters) {
        List<Double> sorted = new ArrayList<>(figures);
        Collections.sort(sorted);
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * quarters / 4));
    }
}
