package io.weir.failure;

import io.weir.store.Store;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A store with a bound on the calls that wait at the same time, so that a store that hangs does not fill the heap.
 * Calls beyond the bound fail at once.
 */
final class BoundedStore extends GuardedStore {

    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    public BoundedStore(Store store, int mostWaiting) {
        super(store);
        if (mostWaiting < 1) {
            throw new IllegalArgumentException("mostWaiting must be at least 1, but was " + mostWaiting);
        }
        this.mostWaiting = mostWaiting;
    }

    /** Returns how many calls wait now. */
    public int waiting() {
        return waiting.get();
    }

    @Override
    <T> CompletionStage<T> guard(Supplier<CompletionStage<T>> call) {
        if (waiting.incrementAndGet() > mostWaiting) {
            waiting.decrementAndGet();
            return CompletableFuture.failedStage(new StoreUnavailableException.TooManyWaiting(
                    String.format(Locale.ROOT, "%,d calls wait for the store already", mostWaiting)));
        }
        try {
            return call.get().whenComplete((answer, failure) -> waiting.decrementAndGet());
        } catch (RuntimeException | Error failure) {
            waiting.decrementAndGet();
            throw failure;
        }
    }
}
