package io.weir.failure;

import io.weir.memory.MemoryStore.Usage;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.function.Supplier;

/** A shared store with all {@link Safeguards} around it, and numbers about their work. Thread-safe. */
public final class SafeStore extends ForwardingStore {

    private final BoundedStore bounded;
    private final BreakerStore breaker;
    private final DenyCacheStore cache;
    private final Supplier<Usage> usage;

    /** The parts that report numbers. */
    record Parts(BoundedStore bounded, BreakerStore breaker, DenyCacheStore cache, Supplier<Usage> usage) {}

    SafeStore(Store store, Parts parts) {
        super(store);
        this.bounded = parts.bounded();
        this.breaker = parts.breaker();
        this.cache = parts.cache();
        this.usage = parts.usage();
    }

    /** Returns whether the shared store fails and is not asked at present. */
    public boolean isDegraded() {
        return breaker.isOpen();
    }

    /** Returns how many calls wait for the shared store now. */
    public int waiting() {
        return bounded.waiting();
    }

    /** Returns how many calls were denied without asking the shared store, because its denial was still remembered. */
    public long repeatedDenials() {
        return cache.repeated();
    }

    /**
     * Returns the memory use of the counters in this process: charges of scope {@code NODE}, and all charges while the
     * shared store fails.
     */
    public Usage usage() {
        return usage.get();
    }
}
