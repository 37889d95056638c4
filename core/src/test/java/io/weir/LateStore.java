package io.weir;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that decides at once, but delivers its answers on request, like a store behind a network. */
final class LateStore implements Store {

    private final Store store;
    private final List<Runnable> answers = new ArrayList<>();

    LateStore(Store store) {
        this.store = store;
    }

    private <T> CompletionStage<T> later(CompletionStage<T> stage) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        answers.add(() -> answer.complete(stage.toCompletableFuture().join()));
        return answer;
    }

    int unanswered() {
        return answers.size();
    }

    void answerFirst() {
        answers.remove(0).run();
    }

    void answerLast() {
        answers.remove(answers.size() - 1).run();
    }

    void answerAll() {
        while (!answers.isEmpty()) {
            answerFirst();
        }
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        return later(store.charge(charges));
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return later(store.peek(charges));
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        return later(store.giveBack(receipt));
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return later(store.forget(charge));
    }

    @Override
    public void close() {
        store.close();
    }
}
