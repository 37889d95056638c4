package io.weir.benchmarks.lab;

import io.weir.benchmarks.Results;
import io.weir.lab.log.LogOptions;
import io.weir.lab.log.LogTraffic;
import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Replay;
import io.weir.lab.replay.Retries;
import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.Traffic;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Measures lines per second: reading only, deciding only, both, and other tools on the same file. */
public final class LabBenchmark {

    private static final int LINES = 10_000_000;
    private static final int QUICK_LINES = 200_000;
    private static final int MOST_IN_MEMORY = 2_000_000;

    private final Policy ready;
    private final int lines;
    private final Results table = new Results("lab", "lines", "seconds", "lines/s");

    private LabBenchmark(int lines, Policy ready) {
        this.lines = lines;
        this.ready = ready;
    }

    /** Something to measure. */
    private interface Work {
        void run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        boolean quick = arguments.length == 1 && arguments[0].equals("--quick");
        boolean sized =
                arguments.length == 2 && arguments[0].equals("--lines") && arguments[1].matches("[1-9]\\d{4,8}");
        if (arguments.length > 0 && !quick && !sized) {
            System.err.println("Unknown option; write benchmarks/run lab [--quick|--lines 10000000]");
            System.exit(2);
        }
        // benchmarks/run starts it in the root of the source tree.
        Policy ready = PolicyReader.create().read(Path.of("policies/ready.yml"));
        new LabBenchmark(quick ? QUICK_LINES : sized ? Integer.parseInt(arguments[1]) : LINES, ready).run();
    }

    private void run() throws Exception {
        Path folder = Files.createTempDirectory("weir-lab");
        Path plain = folder.resolve("access.log");
        Path gzip = folder.resolve("access.log.gz");
        try {
            GeneratedLog.write(plain, gzip, lines);
            command("wc -l", "wc", lines, "wc -l " + plain);
            command("awk, count by address", "awk", lines, "awk '{c[$1]++} END{print length(c)}' " + plain);
            String goaccess = " | goaccess - --log-format=COMBINED -o " + folder + "/report.json";
            command("goaccess", "goaccess", QUICK_LINES, "head -n " + QUICK_LINES + " " + plain + goaccess);
            warmUp(LogTraffic.of(gzip, LogOptions.GUESSING));
            LogTraffic text = LogTraffic.of(plain, LogOptions.GUESSING);
            LogTraffic packed = LogTraffic.of(gzip, LogOptions.GUESSING);
            measure("read only", lines, () -> text.forEach(arrival -> {}));
            measure("read only, gzip", lines, () -> packed.forEach(arrival -> {}));
            List<Arrival> known = new ArrayList<>();
            text.forEach(arrival -> {
                if (known.size() < MOST_IN_MEMORY) {
                    known.add(arrival);
                }
            });
            measure("decide only, ready.yml", known.size(), () -> replay(1, known::forEach));
            known.clear();
            measure("both, gzip, ready.yml", lines, () -> replay(1, packed));
            measure("both, gzip, ready.yml and a candidate", lines, () -> replay(2, packed));
            table.print(System.out);
            table.write();
        } finally {
            Files.deleteIfExists(plain);
            Files.deleteIfExists(gzip);
            Files.deleteIfExists(folder.resolve("report.json"));
            Files.deleteIfExists(folder);
        }
    }

    private void replay(int policies, Traffic traffic) throws IOException {
        long storeBytes = (long) (Runtime.getRuntime().maxMemory() * 0.6 / policies);
        List<Candidate> candidates = IntStream.range(0, policies)
                .mapToObj(i -> new Candidate("policy " + i, ready, Retries.NONE, storeBytes))
                .toList();
        new Replay(candidates, policies > 1).run(traffic);
        candidates.forEach(candidate -> {
            if (candidate.inexact().isPresent()) {
                throw new IllegalStateException(
                        "not exact: " + candidate.inexact().get());
            }
        });
    }

    /** Lets the compiler see the work before it is measured. */
    private void warmUp(Traffic traffic) throws IOException {
        List<Arrival> first = new ArrayList<>();
        traffic.forEach(arrival -> {
            if (first.size() < QUICK_LINES) {
                first.add(arrival);
            }
        });
        replay(2, first::forEach);
        replay(1, first::forEach);
    }

    private void command(String name, String tool, int count, String line) throws Exception {
        if (shell("command -v " + tool) != 0) {
            System.err.println("There is no " + tool + " here, so it is left out.");
            return;
        }
        measure(name, count, () -> {
            if (shell(line) != 0) {
                throw new IllegalStateException(name + " failed");
            }
        });
    }

    private static int shell(String line) throws Exception {
        return new ProcessBuilder("sh", "-c", line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private void measure(String name, long count, Work work) throws Exception {
        System.err.print(name + " … ");
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.err.printf(Locale.ROOT, "%,.0f lines/s%n", count / seconds);
        table.add(name, count, seconds, count / seconds);
    }
}
