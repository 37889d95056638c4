package io.weir.testkit;

import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.time.ManualTime;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store create(ManualTime time) {
        return new MemoryStore(time);
    }

    /** {@code -Dweir.oracle.steps=…} runs more steps. */
    @Override
    public int oracleSteps() {
        return Integer.getInteger("weir.oracle.steps", 100_000);
    }
}
