package io.weir.failure;

import io.weir.memory.MemoryStore;
import io.weir.memory.MemoryStore.Usage;
import io.weir.store.Store;

/** A shared store with all {@link Safeguards} around it, and numbers about their work. Thread-safe. */
public final class SafeStore extends NodeScopedStore implements Store {

    private final Parts parts;

    /**
     * The parts that report numbers.
     *
     * @param fallback decides while the shared store fails
     */
    record Parts(DeadlineStore inTime, BreakerStore breaker, DenyCacheStore cache, MemoryStore fallback) {}

    SafeStore(Store shared, MemoryStore ofNode, Parts parts) {
        super(shared, ofNode);
        this.parts = parts;
    }

    /** Returns whether the shared store fails and is not asked at present. */
    public boolean isDegraded() {
        return parts.breaker().isOpen();
    }

    /** Returns how many calls wait for the shared store now. */
    public int waiting() {
        return parts.inTime().waiting();
    }

    /** Returns how many calls were denied without asking the shared store, because its denial was still remembered. */
    public long repeatedDenials() {
        return parts.cache().repeated();
    }

    /**
     * Returns the memory use of the counters in this process: charges of scope {@code NODE}, and all charges while the
     * shared store fails.
     */
    public Usage usage() {
        return parts.fallback().usage().plus(usageOfNode());
    }
}
