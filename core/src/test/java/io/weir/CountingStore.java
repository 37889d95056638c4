package io.weir;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A store that remembers what was taken and given back, and fails on request. */
final class CountingStore implements Store {

    private final Store store;
    private final Set<Receipt> taken = ConcurrentHashMap.newKeySet();
    private final Set<Receipt> givenBack = ConcurrentHashMap.newKeySet();
    private volatile Failure failure = Failure.NONE;

    enum Failure {
        NONE,
        THROWN,
        ANSWERED
    }

    CountingStore(Store store) {
        this.store = store;
    }

    void failBy(Failure how) {
        failure = how;
    }

    int takenAndKept() {
        return taken.size() - givenBack.size();
    }

    int givenBack() {
        return givenBack.size();
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        return switch (failure) {
            case THROWN -> throw new IllegalStateException("no store");
            case ANSWERED -> CompletableFuture.failedStage(new IllegalStateException("no store"));
            case NONE ->
                store.charge(charges).whenComplete((answer, none) -> {
                    if (answer.allowed()) {
                        taken.add(answer.receipt());
                    }
                });
        };
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return store.peek(charges);
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        givenBack.add(receipt);
        return store.giveBack(receipt);
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return store.forget(charge);
    }

    @Override
    public void close() {
        store.close();
    }
}
