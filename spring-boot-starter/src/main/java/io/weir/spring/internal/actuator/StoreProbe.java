package io.weir.spring.internal.actuator;

import io.weir.store.Store;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Checks the health of the store. A failing store makes the application degraded, not down: requests are still decided, and
 * taking the application out of service would cause the outage that the safeguards avoid.
 */
record StoreProbe(Store store) {

    private static final long MOST_SECONDS = 2;

    ProbedHealth run() {
        try {
            store.probe().toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
            return new ProbedHealth("UP", Map.of());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return degraded("interrupted");
        } catch (ExecutionException failed) {
            return degraded(String.valueOf(failed.getCause()));
        } catch (TimeoutException late) {
            return degraded("no answer within " + MOST_SECONDS + " s");
        }
    }

    private static ProbedHealth degraded(String why) {
        return new ProbedHealth("DEGRADED", Map.of("store", why));
    }
}
