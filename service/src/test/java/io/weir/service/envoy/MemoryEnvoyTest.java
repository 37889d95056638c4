package io.weir.service.envoy;

import io.weir.memory.MemoryStore;
import io.weir.store.Store;

final class MemoryEnvoyTest extends EnvoyContract {

    private final MemoryStore store = new MemoryStore();

    @Override
    Store store() {
        return store;
    }
}
