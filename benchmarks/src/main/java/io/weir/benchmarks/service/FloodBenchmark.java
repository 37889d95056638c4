package io.weir.benchmarks.service;

import io.weir.benchmarks.Results;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Innocents at an even pace, with and without an attack beside them, in interleaved rounds on one service: who is rejected, and how
 * long innocents wait, all by the service's own meters. The service is alone on the first core; Redis and the loads share the second.
 */
public final class FloodBenchmark {

    private static final int INNOCENTS_PER_SECOND = 500;
    private static final int ATTACKS_PER_SECOND = 1_000;
    /** In which a load warms up. */
    private static final long BEFORE_SECONDS = 5;
    /** How much longer it would go on than is measured, if nobody ended it: reading the meters takes its time. */
    private static final long AFTER_SECONDS = 120;

    private final int rounds;
    private final long seconds;
    private final Server weir;

    private FloodBenchmark(int rounds, long seconds, Server weir) {
        this.rounds = rounds;
        this.seconds = seconds;
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
                    List.of(ServiceBenchmark.java(), "-jar", "service/target/weir.jar", "serve", "--port", "" + port));
            command.addAll(List.of("--data-dir", folder.resolve("weir").toString()));
            command.addAll(List.of("--policy", policy.toString(), "--redis", redis.uri()));
            try (Server weir = Server.start("weir", port, folder, command)) {
                new FloodBenchmark(quick ? 3 : 5, quick ? 6 : 12, weir).run(quick ? 10 : 30);
            }
        }
    }

    /**
     * One round.
     *
     * @param loadCores what the load of the attack used of a core
     */
    private record Round(Meters meters, double cores, double loadCores) {

        private double attacks() {
            return meters.sum("rate_limiter_rule_requests_total", "rule=\"login-per-ip\"");
        }

        private double attacksRejected() {
            return meters.sum("api_rate_limit_exceeded_total", "rule=\"login-per-ip\"", "mode=\"enforce\"");
        }

        private double innocents() {
            return meters.sum("rate_limiter_rule_requests_total", "rule=\"orders-per-user\"");
        }

        /** Whatever was rejected by another rule than the attackers' was theirs. */
        private double innocentsRejected() {
            return meters.sum("api_rate_limit_exceeded_total", "mode=\"enforce\"") - attacksRejected();
        }

        private double degraded() {
            return meters.sum("rate_limiter_degraded_total");
        }

        /** Hardly anything else is allowed. */
        private double millis(double quantile) {
            return 1e3 * meters.quantile(quantile, "rate_limiter_check_seconds", "allowed=\"true\"");
        }
    }

    private void run(long warmUpSeconds) throws Exception {
        System.err.printf(Locale.ROOT, "warming up for %d s%n", warmUpSeconds);
        round(true, warmUpSeconds);
        List<Round> quiet = new ArrayList<>();
        List<Round> attacked = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            // Neither always has what the other left.
            for (boolean attack : i % 2 == 0 ? new boolean[] {true, false} : new boolean[] {false, true}) {
                Round round = round(attack, seconds);
                (attack ? attacked : quiet).add(round);
                System.err.printf(
                        Locale.ROOT,
                        "round %d of %d, %s: p95 %.3f ms, service %.2f cores, attackers %.2f%n",
                        i,
                        rounds,
                        attack ? "attack" : "no attack",
                        round.millis(0.95),
                        round.cores(),
                        round.loadCores());
            }
        }
        report(quiet, attacked);
    }

    private Round round(boolean attack, long measuredSeconds) throws Exception {
        Process innocents = load(INNOCENTS_PER_SECOND, measuredSeconds, PacedLoad.Asked.ORDERS);
        Optional<Process> attackers = attack
                ? Optional.of(load(ATTACKS_PER_SECOND, measuredSeconds, PacedLoad.Asked.LOGINS))
                : Optional.empty();
        TimeUnit.SECONDS.sleep(BEFORE_SECONDS);
        Meters before = Meters.of(weir);
        long from = System.nanoTime();
        double cpu = weir.cpuSeconds();
        double loadCpu = cpuSeconds(attackers);
        TimeUnit.SECONDS.sleep(measuredSeconds);
        double took = (System.nanoTime() - from) / 1e9;
        double cores = (weir.cpuSeconds() - cpu) / took;
        double loadCores = (cpuSeconds(attackers) - loadCpu) / took;
        Round round = new Round(Meters.of(weir).since(before), cores, loadCores);
        end(innocents);
        attackers.ifPresent(FloodBenchmark::end);
        return round;
    }

    private static void end(Process load) {
        if (!load.isAlive()) {
            throw new IllegalStateException("a load failed; see above");
        }
        load.destroy();
        load.onExit().join();
    }

    private static double cpuSeconds(Optional<Process> load) throws IOException {
        return load.isPresent() ? Server.cpuSeconds(load.get().pid()) : 0;
    }

    private Process load(int perSecond, long measuredSeconds, PacedLoad.Asked asked) throws IOException {
        return new ProcessBuilder(
                        "taskset",
                        "-c",
                        "1",
                        ServiceBenchmark.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PacedLoad.class.getName(),
                        Integer.toString(weir.port()),
                        Integer.toString(perSecond),
                        Long.toString(measuredSeconds + AFTER_SECONDS),
                        asked.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void report(List<Round> quiet, List<Round> attacked) throws IOException {
        Results results = new Results(
                "flood",
                "innocents",
                "let through",
                "degraded",
                "p50 ms",
                "p95 ms",
                "service, cores",
                "attacks",
                "rejected",
                "attackers, cores");
        add(results, "without attack", quiet);
        add(results, "with attack", attacked);
        results.print(System.out);
        results.write();
        double[] ratios = new double[quiet.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = attacked.get(i).millis(0.95) / quiet.get(i).millis(0.95);
        }
        System.out.printf(
                Locale.ROOT,
                "p95 of innocents with the attack is %.3f × that without (medians), round by round %s%n",
                median(attacked, round -> round.millis(0.95)) / median(quiet, round -> round.millis(0.95)),
                Arrays.stream(ratios)
                        .sorted()
                        .mapToObj(ratio -> String.format(Locale.ROOT, "%.3f", ratio))
                        .toList());
    }

    private static void add(Results results, String name, List<Round> rounds) {
        double innocents = sum(rounds, Round::innocents);
        double attacks = sum(rounds, Round::attacks);
        results.add(
                name,
                (long) innocents,
                percent(innocents - sum(rounds, Round::innocentsRejected), innocents),
                (long) sum(rounds, Round::degraded),
                median(rounds, round -> round.millis(0.5)),
                median(rounds, round -> round.millis(0.95)),
                median(rounds, Round::cores),
                (long) attacks,
                percent(sum(rounds, Round::attacksRejected), attacks),
                median(rounds, Round::loadCores));
    }

    private static String percent(double part, double all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.3f %%", 100 * part / all);
    }

    private static double sum(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).sum();
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
