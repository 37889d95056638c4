package io.weir.benchmarks.bots;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.bots.Detection.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Measures how well the classifier of bots tells bots from people, with real headers in virtual time. */
public final class BotsBenchmark {

    private static final Path RESOURCES = Path.of("benchmarks", "src", "main", "resources", "bots");

    private BotsBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--capture", "--held-out").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run bots [--capture | --held-out]");
            System.exit(2);
        }
        if (options.contains("--capture")) {
            capture();
            return;
        }
        TrafficPart part = options.contains("--held-out") ? TrafficPart.HELD_OUT : TrafficPart.TRAINING;
        Detection detection = Detection.of(LabelledTraffic.of(ClientTrace.recorded(), part, 1));
        List<Results> tables = List.of(classes(part, detection), together(part, detection));
        for (Results table : tables) {
            table.print(System.out);
            System.out.println();
            table.write();
        }
        System.out.println("Reasons of requests that were taken for a bot's:");
        detection
                .classes()
                .forEach(kind -> System.out.println(
                        kind.title() + ": " + detection.of(kind).reasons()));
    }

    private static Results classes(TrafficPart part, Detection detection) {
        Results table = new Results(
                "bots-" + part.name(),
                "clients",
                "detected",
                "requests",
                "of all bots' %",
                "detected %",
                "requests until detection");
        for (TrafficClass kind : detection.classes()) {
            Tally tally = detection.of(kind);
            table.add(
                    (kind.isBot() ? "bots: " : "people: ") + kind.title(),
                    (long) tally.clients(),
                    (long) tally.detectedClients(),
                    tally.requests,
                    kind.isBot() ? percent(100.0 * tally.requests / detection.botRequests()) : "",
                    percent(tally.recallPercent()),
                    tally.detectedClients() == 0 ? "" : (long) tally.medianRequestsUntilDetection());
        }
        return table;
    }

    private static Results together(TrafficPart part, Detection detection) {
        Results table = new Results("bots-" + part.name() + "-together", "figure");
        table.add("requests of bots detected %", percent(detection.recallPercent()));
        table.add("mean of the classes %", percent(detection.meanRecallPercent()));
        table.add("precision %", percent(detection.precisionPercent()));
        table.add("people", detection.people());
        table.add("people taken for bots", detection.peopleTakenForBots());
        table.add("points of the signals, SHA-256", BotWeights.hash());
        return table;
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Records the headers of the clients that are installed here, in place of those that are recorded. */
    private static void capture() throws IOException, InterruptedException {
        Path temporary = Files.createTempDirectory("weir-bots");
        try (CaptureServer server = new CaptureServer(temporary)) {
            new ProcessBuilder(RESOURCES.resolve("capture").toString(), server.address(), temporary.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            Files.writeString(RESOURCES.resolve("clients.txt"), server.trace().text());
        }
    }
}
