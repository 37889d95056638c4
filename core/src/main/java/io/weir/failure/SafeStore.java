package io.weir.failure;

import io.weir.memory.MemoryStore.Usage;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.function.Supplier;

/** A shared store with all {@link Safeguards}, and what can be seen of them. */
public final class SafeStore extends ForwardingStore {

    private final BoundedStore bounded;
    private final BreakerStore breaker;
    private final DenyCacheStore cache;
    private final Supplier<Usage> usage;

    /** The parts of it that can be seen from outside. */
    record Parts(BoundedStore bounded, BreakerStore breaker, DenyCacheStore cache, Supplier<Usage> usage) {}

    SafeStore(Store store, Parts parts) {
        super(store);
        this.bounded = parts.bounded();
        this.breaker = parts.breaker();
        this.cache = parts.cache();
        this.usage = parts.usage();
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

    /** What this process counts by itself: charges of its own scope, and all while the shared store is gone. */
    public Usage usage() {
        return usage.get();
    }
}
