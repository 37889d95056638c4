package io.weir.testkit;

import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.time.ManualTime;

final class MemoryGateTest extends GateContract {

    @Override
    protected Store create(ManualTime time) {
        return new MemoryStore(time);
    }
}
