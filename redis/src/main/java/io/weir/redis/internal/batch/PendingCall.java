package io.weir.redis.internal.batch;

import io.weir.store.Answer;
import io.weir.store.Charge;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A call that has no answer yet. */
record PendingCall(List<Charge> charges, CompletableFuture<Answer> answer) {

    PendingCall(List<Charge> charges) {
        this(charges, new CompletableFuture<>());
    }
}
