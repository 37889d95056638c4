package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.attack.Attack;
import io.weir.benchmarks.siege.attack.AttackTally;
import io.weir.benchmarks.siege.probe.Probe;
import io.weir.benchmarks.siege.probe.ProbeTally;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import java.util.Locale;

/** An attack on two nodes that share a Redis, while one limited key is asked at both: it gets no more than its limit allows. */
record SharedLimitFlood(String name, Attack attack, int connections) implements Flood {

    /** The default limit of keys without a rule: 100 at once, refilled at 10 a second. */
    private static final double CAPACITY = 100;

    private static final double PER_SECOND = 10;
    private static final int ASKED_PER_SECOND = 200;

    @Override
    public FloodResult besiege(Camp camp) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            Cores.SECOND.pin(redis.pid());
            List<String> options = List.of("--redis", redis.uri());
            try (BesiegedService one = camp.start(Camp.DEPLOYED, options);
                    BesiegedService other = camp.start(Camp.DEPLOYED, options)) {
                camp.warmUp(one, other);
                ProbeTally idle = Probe.during(one, camp.idle());
                Probe atOne = Probe.start(one, "limited", ASKED_PER_SECOND);
                Probe atOther = Probe.start(other, "limited", ASKED_PER_SECOND);
                AttackTally tally = camp.attack(attack, connections, camp.attack(), Camp.ports(one, other));
                ProbeTally flooded = atOne.stop().and(atOther.stop());
                return new FloodResult(
                        this,
                        admitted(flooded.admitted(), flooded.seconds()),
                        idle,
                        flooded,
                        tally.perSecond("answers"),
                        one.aftermath().and(other.aftermath()),
                        degraded(flooded.degraded(), flooded.asked()) + "; " + HttpFlood.remarks(tally));
            }
        }
    }

    /** The permits that the limit granted in this time by the clock of the client, beside the most that it may grant. */
    static String admitted(long admitted, double seconds) {
        double allowed = CAPACITY + PER_SECOND * seconds;
        return String.format(
                Locale.ROOT, "%d of %.0f (%+.0f %%)", admitted, allowed, 100 * (admitted - allowed) / allowed);
    }

    static String degraded(long degraded, long asked) {
        return String.format(Locale.ROOT, "%,d of %,d answers degraded", degraded, asked);
    }
}
