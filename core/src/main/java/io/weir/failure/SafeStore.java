package io.weir.failure;

import io.weir.store.ForwardingStore;
import io.weir.store.Store;

/** A shared store with all {@link Safeguards}, and what can be seen of them. */
public final class SafeStore extends ForwardingStore {

    private final BoundedStore bounded;
    private final BreakerStore breaker;
    private final DenyCacheStore cache;

    SafeStore(Store store, BoundedStore bounded, BreakerStore breaker, DenyCacheStore cache) {
        super(store);
        this.bounded = bounded;
        this.breaker = breaker;
        this.cache = cache;
    }

    /** Whether the shared store fails and is not asked at present. */
    public boolean isDegraded() {
        return breaker.isOpen();
    }

    /** How many calls wait for the shared store now. */
    public int waiting() {
        return bounded.waiting();
    }

    /** How many calls were denied without asking the shared store, because it would certainly have said the same. */
    public long repeatedDenials() {
        return cache.repeated();
    }
}
