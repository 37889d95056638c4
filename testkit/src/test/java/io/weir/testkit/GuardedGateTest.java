package io.weir.testkit;

import io.weir.failure.Safeguards;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.time.ManualTime;

/** A gate on a store with all safeguards around it. */
final class GuardedGateTest extends GateContract {

    @Override
    protected Store create(ManualTime time) {
        return Safeguards.defaults().around(new MemoryStore(time), time, time);
    }
}
