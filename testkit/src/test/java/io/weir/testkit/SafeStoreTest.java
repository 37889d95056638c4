package io.weir.testkit;

import io.weir.failure.Safeguards;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.time.ManualTime;

/**
 * The safeguards do not change the answers of a store that works. Answers from remembered denials leave out the charges
 * that do not deny.
 */
final class SafeStoreTest extends StoreContract {

    @Override
    protected Store create(ManualTime time) {
        return Safeguards.defaults().withMostDenials(0).around(new MemoryStore(time), time, time);
    }

    @Override
    public int oracleSteps() {
        return 20_000;
    }
}
