package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.attack.Attack;
import io.weir.benchmarks.siege.attack.AttackTally;
import io.weir.benchmarks.siege.probe.Probe;
import io.weir.benchmarks.siege.probe.ProbeTally;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Two nodes that share a Redis are asked for one limited key as fast as they answer, from the first connection they accept. */
record ColdStart(String name, int connections) implements Flood {

    @Override
    public FloodResult besiege(Camp camp) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            Cores.SECOND.pin(redis.pid());
            List<String> options = List.of("--redis", redis.uri());
            try (BesiegedService one = BesiegedService.launch(camp.jar(), camp.folder(), Camp.DEPLOYED, options);
                    BesiegedService other = BesiegedService.launch(camp.jar(), camp.folder(), Camp.DEPLOYED, options)) {
                CompletableFuture<AttackTally> attack = CompletableFuture.supplyAsync(() -> attack(camp, one, other));
                one.await(() -> accepts(one));
                other.await(() -> accepts(other));
                Probe probe = Probe.start(one);
                AttackTally tally = attack.get();
                ProbeTally cold = probe.stop();
                one.noteCalm();
                other.noteCalm();
                ProbeTally idle = Probe.during(one, camp.idle());
                return new FloodResult(
                        this,
                        SharedLimitFlood.admitted(tally.count("status-200"), tally.count("millis") / 1e3),
                        idle,
                        cold,
                        tally.perSecond("answers"),
                        one.aftermath().and(other.aftermath()),
                        SharedLimitFlood.degraded(tally.count("degraded"), tally.count("answers"))
                                + "; idle was measured afterwards");
            }
        }
    }

    private AttackTally attack(Camp camp, BesiegedService... nodes) {
        try {
            Duration duration = camp.attack();
            return camp.attack(Attack.LIMITED_KEY, connections, duration, Camp.ports(nodes));
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static boolean accepts(BesiegedService service) {
        try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            return connection.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
