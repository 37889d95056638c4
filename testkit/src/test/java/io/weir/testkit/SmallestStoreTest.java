package io.weir.testkit;

import io.weir.limit.ManualTime;
import io.weir.store.Store;

final class SmallestStoreTest extends StoreContract {

    @Override
    protected Store create(ManualTime time) {
        return new SmallestStore(time);
    }
}
