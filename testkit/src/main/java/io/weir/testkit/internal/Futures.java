package io.weir.testkit.internal;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a store's answer, with a timeout. */
public final class Futures {

    private static final long MOST_SECONDS = 30;

    private Futures() {}

    public static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException failure) {
            throw new AssertionError("The store did not answer", failure);
        }
    }
}
