package io.weir.benchmarks.siege;

import io.weir.benchmarks.service.ServiceBenchmark;
import io.weir.benchmarks.siege.attack.Attack;
import java.util.List;

/** An attack on Envoy's interface for JSON, of a service that is open to all. */
record JsonFlood(String name, int connections) implements Flood {

    @Override
    public FloodResult besiege(Camp camp) throws Exception {
        List<String> options = List.of(
                "--envoy-config", camp.envoyConfig().toString(), "--grpc-port", "" + ServiceBenchmark.freePort());
        return new HttpFlood(name, Attack.ENVOY_JSON, connections, Camp.DEPLOYED, options).besiege(camp);
    }
}
