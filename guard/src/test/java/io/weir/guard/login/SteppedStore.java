package io.weir.guard.login;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Keeps calls until a test lets them go, in any order. A look at a lock and at its counter together, which only tells what to
 * report, is answered at once: it decides nothing.
 */
final class SteppedStore extends ForwardingStore {

    private final List<Runnable> waiting = new ArrayList<>();

    SteppedStore(Store store) {
        super(store);
    }

    int waiting() {
        return waiting.size();
    }

    void step(int call) {
        waiting.remove(call).run();
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        return later(() -> super.charge(charges));
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return charges.size() > 1 ? super.peek(charges) : later(() -> super.peek(charges));
    }

    private <T> CompletionStage<T> later(Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        waiting.add(() -> answer.complete(call.get().toCompletableFuture().join()));
        return answer;
    }
}
