package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.attack.Attack;
import io.weir.benchmarks.siege.attack.AttackTally;
import io.weir.benchmarks.siege.probe.Probe;
import io.weir.benchmarks.siege.probe.ProbeTally;
import java.util.List;
import java.util.Locale;

/**
 * An attack over HTTP on one service that counts in memory.
 *
 * @param java options of Java
 * @param options of {@code weir serve}
 */
record HttpFlood(String name, Attack attack, int connections, List<String> java, List<String> options)
        implements Flood {

    @Override
    public FloodResult besiege(Camp camp) throws Exception {
        try (BesiegedService service = camp.start(java, options)) {
            camp.warmUp(service);
            ProbeTally idle = Probe.during(service, camp.idle());
            Probe probe = Probe.start(service);
            AttackTally tally = camp.attack(attack, connections, camp.attack(), service.port());
            ProbeTally flooded = probe.stop();
            return new FloodResult(
                    this, "", idle, flooded, tally.perSecond("answers"), service.aftermath(), remarks(tally));
        }
    }

    static String remarks(AttackTally tally) {
        String statuses = tally.statuses();
        return String.format(
                Locale.ROOT,
                "%,d opened, %,d closed by the service%s",
                tally.count("opened"),
                tally.count("closed"),
                statuses.isEmpty() ? "" : "; " + statuses);
    }
}
