package io.weir.benchmarks.siege;

import io.weir.benchmarks.service.ServiceBenchmark;
import io.weir.benchmarks.siege.attack.Attack;
import io.weir.benchmarks.siege.attack.AttackTally;
import io.weir.benchmarks.siege.probe.GrpcProbe;
import io.weir.benchmarks.siege.probe.Probe;
import io.weir.benchmarks.siege.probe.ProbeTally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An attack on the port for Envoy, while another caller calls it and checks are asked over HTTP. */
record GrpcFlood(String name, Attack attack, int connections) implements Flood {

    @Override
    public FloodResult besiege(Camp camp) throws Exception {
        Path config = camp.envoyConfig();
        int grpcPort = ServiceBenchmark.freePort();
        List<String> options = new ArrayList<>(Floods.WITH_TOKEN);
        options.addAll(List.of("--envoy-config", config.toString(), "--grpc-port", "" + grpcPort));
        try (BesiegedService service = camp.start(Camp.DEPLOYED, options)) {
            GrpcProbe warmingUp = GrpcProbe.start(grpcPort);
            camp.warmUp(service);
            warmingUp.stop();
            GrpcProbe calmCaller = GrpcProbe.start(grpcPort);
            ProbeTally idle = Probe.during(service, camp.idle());
            String calm = calmCaller.stop();
            GrpcProbe caller = GrpcProbe.start(grpcPort);
            Probe probe = Probe.start(service);
            AttackTally tally = camp.attack(attack, connections, camp.attack(), grpcPort);
            ProbeTally flooded = probe.stop();
            String attacked = caller.stop();
            return new FloodResult(
                    this,
                    "",
                    idle,
                    flooded,
                    tally.perSecond("streams"),
                    service.aftermath(),
                    "gRPC caller idle: " + calm + ", flooded: " + attacked + "; " + HttpFlood.remarks(tally));
        }
    }
}
