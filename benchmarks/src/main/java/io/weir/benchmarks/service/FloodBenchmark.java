package io.weir.benchmarks.service;

import io.weir.benchmarks.Results;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Ordinary requests at an even pace, with and without an attack at the same time, in many short interleaved rounds on one service.
 * The result is the part of each that is rejected and the latency of ordinary requests, by the service's own meters.
 *
 * <p>The service is alone on the first core. Redis has the second core with priority over the loads, because the loads stand for other
 * machines. Otherwise Redis would wait for the attackers' own work, which costs the service nothing in production.
 */
public final class FloodBenchmark {

    private static final int ORDINARY_PER_SECOND = 500;
    private static final int ATTACKS_PER_SECOND = 1_000;
    /** The factor of the load while the service warms up; otherwise the compiler would use its core for minutes. */
    private static final int WARM_UP_TIMES = 6;

    private static final long SETTLING_MILLIS = 1_000;
    private static final long ROUND_SECONDS = 4;
    private static final long LONGEST_SECONDS = 36_000;

    private final int rounds;
    private final Server weir;

    private FloodBenchmark(int rounds, Server weir) {
        this.rounds = rounds;
        this.weir = weir;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run flood [--quick]");
            System.exit(2);
        }
        boolean quick = options.contains("--quick");
        Path folder = Files.createTempDirectory("weir-flood");
        Path policy = Files.writeString(folder.resolve("flood.yml"), ServiceBenchmark.resource("flood.yml"));
        int port = ServiceBenchmark.freePort();
        try (RedisServer redis = RedisServer.start()) {
            new ProcessBuilder("taskset", "-acp", "1", Long.toString(redis.pid()))
                    .start()
                    .waitFor();
            List<String> command = new ArrayList<>(
                    List.of(ServiceBenchmark.java(), "-jar", "cli/target/weir.jar", "serve", "--port", "" + port));
            command.addAll(List.of("--data-dir", folder.resolve("weir").toString()));
            command.addAll(List.of("--policy", policy.toString(), "--redis", redis.uri()));
            try (Server weir = Server.start("weir", port, folder, command)) {
                new FloodBenchmark(quick ? 5 : 30, weir).run(quick ? 15 : 45);
            }
        }
    }

    private void run(long warmUpSeconds) throws Exception {
        System.err.printf(Locale.ROOT, "warming up for %d s%n", warmUpSeconds);
        try (PacedProcess ordinary = load(WARM_UP_TIMES * ORDINARY_PER_SECOND, PacedLoad.RequestKind.ORDERS);
                PacedProcess attackers = load(WARM_UP_TIMES * ATTACKS_PER_SECOND, PacedLoad.RequestKind.LOGINS)) {
            TimeUnit.SECONDS.sleep(warmUpSeconds);
            ordinary.requireAlive();
            attackers.requireAlive();
        }
        List<FloodRound> quiet = new ArrayList<>();
        List<FloodRound> attacked = new ArrayList<>();
        try (PacedProcess ordinary = load(ORDINARY_PER_SECOND, PacedLoad.RequestKind.ORDERS);
                PacedProcess attackers = load(ATTACKS_PER_SECOND, PacedLoad.RequestKind.LOGINS)) {
            TimeUnit.SECONDS.sleep(warmUpSeconds / 3);
            for (int i = 1; i <= rounds; i++) {
                // The order alternates, so that neither always runs after the other.
                for (boolean attack : i % 2 == 0 ? new boolean[] {true, false} : new boolean[] {false, true}) {
                    FloodRound round = round(attack, attackers);
                    (attack ? attacked : quiet).add(round);
                    printRound(i, attack, round);
                }
            }
            ordinary.requireAlive();
            attackers.requireAlive();
        }
        report(quiet, attacked);
    }

    private PacedProcess load(int perSecond, PacedLoad.RequestKind kind) throws IOException {
        return PacedProcess.start(weir.port(), perSecond, LONGEST_SECONDS, kind);
    }

    private FloodRound round(boolean attack, PacedProcess attackers) throws Exception {
        if (attack) {
            attackers.resume();
        } else {
            attackers.pause();
        }
        TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
        ServiceMeters before = ServiceMeters.of(weir);
        long from = System.nanoTime();
        double cpu = weir.cpuSeconds();
        double attackerCpu = attackers.cpuSeconds();
        double stolen = Server.stolenSeconds();
        TimeUnit.SECONDS.sleep(ROUND_SECONDS);
        double took = (System.nanoTime() - from) / 1e9;
        double cores = (weir.cpuSeconds() - cpu) / took;
        double attackerCores = (attackers.cpuSeconds() - attackerCpu) / took;
        double stolenCores = (Server.stolenSeconds() - stolen) / took;
        return new FloodRound(ServiceMeters.of(weir).since(before), cores, attackerCores, stolenCores);
    }

    private void printRound(int number, boolean attack, FloodRound round) {
        System.err.printf(
                Locale.ROOT,
                "round %d of %d, %s: p50 %.3f ms, p95 %.3f ms, service %.2f cores, attackers %.2f, stolen %.2f%n",
                number,
                rounds,
                attack ? "attack" : "no attack",
                round.millis(0.5),
                round.millis(0.95),
                round.cores(),
                round.attackerCores(),
                round.stolenCores());
    }

    private static void report(List<FloodRound> quiet, List<FloodRound> attacked) throws IOException {
        Results results = new Results(
                "flood",
                "ordinary requests",
                "allowed",
                "degraded",
                "p50 ms",
                "p95 ms",
                "service, cores",
                "attacks",
                "rejected",
                "attackers, cores",
                "stolen, cores");
        add(results, "without attack", quiet);
        add(results, "with attack", attacked);
        double[] p50 = ratios(quiet, attacked, 0.5);
        double[] p95 = ratios(quiet, attacked, 0.95);
        results.add("ratio of a pair", "", "", "", quantile(p50, 0.5), quantile(p95, 0.5), "", "", "", "", "");
        results.print(System.out);
        results.write();
        System.out.printf(
                Locale.ROOT,
                "With the attack, the median pair of rounds has %.3f × the p95 of ordinary requests (quartiles %.3f and %.3f), %.3f × their p50%n",
                quantile(p95, 0.5),
                quantile(p95, 0.25),
                quantile(p95, 0.75),
                quantile(p50, 0.5));
    }

    /** Returns the ratio of each pair of rounds, in ascending order. */
    private static double[] ratios(List<FloodRound> quiet, List<FloodRound> attacked, double quantile) {
        return IntStream.range(0, quiet.size())
                .mapToDouble(
                        i -> attacked.get(i).millis(quantile) / quiet.get(i).millis(quantile))
                .sorted()
                .toArray();
    }

    private static void add(Results results, String name, List<FloodRound> rounds) {
        double ordinary = sum(rounds, FloodRound::ordinary);
        double attacks = sum(rounds, FloodRound::attacks);
        results.add(
                name,
                (long) ordinary,
                percent(ordinary - sum(rounds, FloodRound::ordinaryRejected), ordinary),
                (long) sum(rounds, FloodRound::degraded),
                median(rounds, round -> round.millis(0.5)),
                median(rounds, round -> round.millis(0.95)),
                median(rounds, FloodRound::cores),
                (long) attacks,
                percent(sum(rounds, FloodRound::attacksRejected), attacks),
                median(rounds, FloodRound::attackerCores),
                median(rounds, FloodRound::stolenCores));
    }

    private static String percent(double part, double all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.3f %%", 100 * part / all);
    }

    private static double sum(List<FloodRound> rounds, ToDoubleFunction<FloodRound> figure) {
        return rounds.stream().mapToDouble(figure).sum();
    }

    private static double median(List<FloodRound> rounds, ToDoubleFunction<FloodRound> figure) {
        return quantile(rounds.stream().mapToDouble(figure).sorted().toArray(), 0.5);
    }

    /** Interpolates between two values if the quantile falls between them. */
    private static double quantile(double[] sorted, double part) {
        double at = part * (sorted.length - 1);
        int below = (int) at;
        double rest = at - below;
        return rest == 0 ? sorted[below] : sorted[below] * (1 - rest) + sorted[below + 1] * rest;
    }
}
