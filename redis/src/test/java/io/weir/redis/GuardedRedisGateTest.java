package io.weir.redis;

import io.weir.failure.Safeguards;
import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gate on Redis with all safeguards around it, as in the service. */
final class GuardedRedisGateTest extends GateContract {

    @RegisterExtension
    static final SharedStore SHARED = SharedStore.onServer();

    @Override
    protected Store create(ManualTime time) {
        return Safeguards.defaults().around(SHARED.emptied(time), time, time);
    }
}
