package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.attack.Attack;
import io.weir.benchmarks.siege.attack.AttackTally;
import io.weir.benchmarks.siege.probe.Probe;
import io.weir.benchmarks.siege.probe.ProbeTally;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Ever new keys that each take half of a day's limit, on a service that counts in memory. Afterwards newcomers should get their
 * first permit, and callers that had used more than half before the flood should not be forgotten.
 */
record KeyFlood(String name, int connections, long keys, String heap) implements Flood {

    private static final int KNOWN = 400;
    private static final int NEWCOMERS = 100;
    private static final Duration LONGEST = Duration.ofSeconds(150);

    @Override
    public FloodResult besiege(Camp camp) throws Exception {
        Path policy = Camp.file("day.yml", camp.folder());
        List<String> options = List.of("--policy", policy.toString());
        try (BesiegedService service = camp.start(List.of("-Xmx" + heap), options)) {
            camp.warmUp(service);
            long known = allowed(service, "known", KNOWN, 60);
            ProbeTally idle = Probe.during(service, camp.idle());
            Probe probe = Probe.start(service);
            AttackTally tally = camp.attack(Attack.NEW_KEYS, connections, LONGEST, keys, service.port());
            ProbeTally flooded = probe.stop();
            long newcomers = allowed(service, "newcomer", NEWCOMERS, 1);
            long forgotten = allowed(service, "known", KNOWN, 60);
            String admitted = String.format(
                    Locale.ROOT, "newcomers %d of %d, forgotten %d of %d", newcomers, NEWCOMERS, forgotten, known);
            return new FloodResult(
                    this,
                    admitted,
                    idle,
                    flooded,
                    tally.perSecond("answers"),
                    service.aftermath(),
                    String.format(Locale.ROOT, "%,d keys; %s", tally.count("answers"), tally.statuses()));
        }
    }

    /** The number of callers that get these permits. */
    private static long allowed(BesiegedService service, String caller, int count, int permits) {
        return IntStream.range(0, count)
                .filter(i ->
                        service.answers("/api/v1/rate-limit/check?key=day:" + caller + "-" + i + "&permits=" + permits))
                .count();
    }
}
