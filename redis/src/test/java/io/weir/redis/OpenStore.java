package io.weir.redis;

import io.weir.store.ForwardingStore;
import io.weir.store.Store;

/** A store that many tests share, and none of them closes. */
final class OpenStore extends ForwardingStore {

    OpenStore(Store store) {
        super(store);
    }

    @Override
    public void close() {}
}
