package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gate on a Cluster, where almost every call of several rules has several slots. */
final class ClusterGateTest extends GateContract {

    @RegisterExtension
    static final SharedStore SHARED = SharedStore.onCluster();

    @Override
    protected Store create(ManualTime time) {
        return SHARED.emptied(time);
    }
}
