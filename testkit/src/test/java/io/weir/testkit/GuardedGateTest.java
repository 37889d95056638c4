package io.weir.testkit;

import io.weir.failure.Safeguards;
import io.weir.limit.ManualTime;
import io.weir.store.MemoryStore;
import io.weir.store.Store;

/** A gate on a store with all safeguards around it. */
final class GuardedGateTest extends GateContract {

    @Override
    protected Store create(ManualTime time) {
        return Safeguards.defaults().around(new MemoryStore(time), time, time);
    }
}
