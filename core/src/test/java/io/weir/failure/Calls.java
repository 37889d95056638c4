package io.weir.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;

/** Short methods for calls whose result is available at once. */
public final class Calls {

    private Calls() {}

    static Answer charge(Store store, Charge... charges) {
        return result(store.charge(List.of(charges)));
    }

    static <T> T result(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().join();
    }

    static AbstractThrowableAssert<?, ? extends Throwable> assertFailed(CompletionStage<?> stage) {
        assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
        return Assertions.assertThatThrownBy(() -> {
            try {
                stage.toCompletableFuture().join();
            } catch (CompletionException failure) {
                throw failure.getCause() == null ? failure : failure.getCause();
            }
        });
    }
}
