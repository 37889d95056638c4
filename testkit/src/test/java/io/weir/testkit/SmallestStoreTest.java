package io.weir.testkit;

import io.weir.store.Store;
import io.weir.time.ManualTime;

final class SmallestStoreTest extends StoreContract {

    @Override
    protected Store create(ManualTime time) {
        return new SmallestStore(time);
    }
}
