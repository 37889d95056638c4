package io.weir.service;

import io.weir.store.Store;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Probes a shared store before the service is ready, so that its connection is open, its script is loaded and the code between is
 * compiled when the first callers come. A store that does not answer is not waited for: the service starts without it.
 */
final class WarmUp {

    static final int PROBES = 500;

    private static final Duration LONGEST = Duration.ofSeconds(1);

    private WarmUp() {}

    static void of(Store store) {
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            for (int i = 0; i < PROBES && System.nanoTime() < end; i++) {
                store.probe().toCompletableFuture().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (ExecutionException | TimeoutException unavailable) {
            // The safeguards and the health of the store report it.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
