package io.weir.service;

import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.ForwardingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that decides at once and completes its answers on request. */
final class LateStore extends ForwardingStore {

    private final List<Runnable> answers = new ArrayList<>();

    LateStore() {
        super(new MemoryStore());
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        Answer decided = store().charge(charges).toCompletableFuture().join();
        CompletableFuture<Answer> late = new CompletableFuture<>();
        answers.add(() -> late.complete(decided));
        return late;
    }

    int calls() {
        return answers.size();
    }

    /** Completes the answer of a call, counted from 0, on another thread. */
    void answer(int number) throws InterruptedException {
        Thread other = new Thread(answers.get(number));
        other.start();
        other.join();
    }
}
