package io.weir.testkit;

import io.weir.limit.ManualTime;
import io.weir.store.MemoryStore;
import io.weir.store.Store;

final class MemoryGateTest extends GateContract {

    @Override
    protected Store create(ManualTime time) {
        return new MemoryStore(time);
    }
}
