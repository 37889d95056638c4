package io.weir.benchmarks.faults;

import io.weir.benchmarks.Results;
import io.weir.testkit.SteadyOverload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogManager;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Causes random faults of Redis under load, and reports the admitted permits, the longest calls, and the times to recover. */
public final class FaultsSoak {

    private static final int CALLS_IN_A_ROW = 200;
    private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(1);

    private record Outcome(double longestMillis, double recoveryMillis, long degraded) {}

    private final Map<String, List<Outcome>> outcomes = new TreeMap<>();
    private final Random random = new Random();

    private FaultsSoak() {}

    public static void main(String[] arguments) throws Exception {
        // The stores log every fault, and faults are expected here.
        LoggingSystem.get(FaultsSoak.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.OFF);
        LogManager.getLogManager().reset();
        new FaultsSoak().run(Duration.ofMinutes(minutes(List.of(arguments))));
        System.exit(0);
    }

    private static long minutes(List<String> options) {
        if (options.isEmpty()) {
            return 5;
        }
        if (options.size() == 2
                && options.get(0).equals("--minutes")
                && options.get(1).matches("[1-9]\\d{0,3}")) {
            return Long.parseLong(options.get(1));
        }
        System.err.println("Unknown option; write benchmarks/run faults [--minutes N]");
        System.exit(2);
        return 0;
    }

    private void run(Duration length) throws Exception {
        System.err.println("Starting a Redis, a master with a replica and three sentinels, and a cluster of six …");
        try (Front standalone = Front.standalone();
                Front sentinel = Front.sentinel();
                Front cluster = Front.cluster()) {
            List<Front> fronts = List.of(standalone, sentinel, cluster);
            fronts.forEach(front -> recovery(front.siege()));
            Instant end = Instant.now().plus(length);
            while (Instant.now().isBefore(end)) {
                // The single Redis has most of the faults.
                Front front = fronts.get(Math.max(0, random.nextInt(6) - 3));
                suffer(
                        front,
                        front.troubles().get(random.nextInt(front.troubles().size())),
                        end);
            }
            report(fronts);
        }
    }

    private void suffer(Front front, Trouble trouble, Instant end) {
        SteadyOverload siege = front.siege();
        long degraded = siege.degraded();
        siege.takeLongest();
        front.strike(trouble);
        pause(Duration.ofMillis(200 + random.nextInt(4_000)));
        trouble.heal().run();
        Duration recovery = recovery(siege);
        Outcome outcome = new Outcome(millis(siege.takeLongest()), millis(recovery), siege.degraded() - degraded);
        String name = front.name() + ": " + trouble.name();
        outcomes.computeIfAbsent(name, first -> new ArrayList<>()).add(outcome);
        System.err.printf(
                Locale.ROOT,
                "%s: longest call %.0f ms, well after %.0f ms, %,d calls degraded; %d s left%n",
                name,
                outcome.longestMillis(),
                outcome.recoveryMillis(),
                outcome.degraded(),
                Math.max(0, Instant.now().until(end, ChronoUnit.SECONDS)));
    }

    /** Returns the time until Redis decides several calls in a row. */
    private static Duration recovery(SteadyOverload siege) {
        long begun = System.nanoTime();
        while (true) {
            long wellSince = System.nanoTime();
            long degraded = siege.degraded();
            long decisions = siege.decisions();
            while (siege.decisions() < decisions + CALLS_IN_A_ROW && siege.degraded() == degraded) {
                pause(Duration.ofMillis(1));
            }
            if (siege.degraded() == degraded) {
                return Duration.ofNanos(wellSince - begun);
            }
            if (System.nanoTime() - begun > LONGEST_RECOVERY.toNanos()) {
                throw new IllegalStateException(
                        "Redis works again, but calls are still decided without it after " + LONGEST_RECOVERY);
            }
        }
    }

    private static void pause(Duration length) {
        LockSupport.parkNanos(length.toNanos());
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    private void report(List<Front> fronts) throws Exception {
        Results table = new Results(
                "faults",
                "times",
                "longest call ms",
                "well after ms, median",
                "well after ms, at most",
                "degraded calls");
        outcomes.forEach((name, list) -> {
            double[] recoveries =
                    list.stream().mapToDouble(Outcome::recoveryMillis).sorted().toArray();
            table.add(
                    name,
                    (long) list.size(),
                    list.stream().mapToDouble(Outcome::longestMillis).max().orElse(0),
                    recoveries[recoveries.length / 2],
                    recoveries[recoveries.length - 1],
                    list.stream().mapToLong(Outcome::degraded).sum());
        });
        table.print(System.out);
        table.write();
        Results admissions =
                new Results("faults-admission", "calls", "admitted by Redis / bound", "admitted locally / bound");
        for (Front front : fronts) {
            SteadyOverload.Admission admission = front.end();
            admissions.add(front.name(), front.siege().decisions(), admission.shared(), admission.local());
        }
        System.out.println();
        admissions.print(System.out);
        admissions.write();
    }
}
