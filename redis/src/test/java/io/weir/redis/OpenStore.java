package io.weir.redis;

import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;

/** A store that many tests share, and that none of them closes. */
final class OpenStore extends ForwardingStore {

    OpenStore(Store store) {
        super(store);
    }

    @Override
    public void close() {}
}
