package io.weir.testkit;

import io.weir.limit.ManualTime;
import io.weir.store.MemoryStore;
import io.weir.store.Store;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store create(ManualTime time) {
        return new MemoryStore(time);
    }

    @Override
    public int oracleSteps() {
        return 1_000_000;
    }
}
