package io.weir.redis;

import io.weir.store.Answer;
import io.weir.store.Charge;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A call that waits for its answer. */
record Waiting(List<Charge> charges, CompletableFuture<Answer> answer) {

    Waiting(List<Charge> charges) {
        this(charges, new CompletableFuture<>());
    }
}
