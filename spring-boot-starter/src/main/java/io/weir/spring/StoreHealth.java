package io.weir.spring;

import io.weir.store.Store;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a store how it is. One that fails makes the application degraded, not down: requests go on being decided, and to take
 * the application out of service would be the very outage that is to be avoided.
 */
record StoreHealth(Store store) {

    record Found(String status, Map<String, String> details) {}

    private static final long MOST_SECONDS = 2;

    Found look() {
        try {
            store.probe().toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
            return new Found("UP", Map.of());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return degraded("interrupted");
        } catch (ExecutionException failed) {
            return degraded(String.valueOf(failed.getCause()));
        } catch (TimeoutException late) {
            return degraded("no answer within " + MOST_SECONDS + " s");
        }
    }

    private static Found degraded(String why) {
        return new Found("DEGRADED", Map.of("store", why));
    }
}
