package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.limit.ManualTime;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.ForwardingStore;
import io.weir.store.MemoryStore;
import io.weir.store.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Counters in memory behind a bad connection. */
final class ShakyStore extends ForwardingStore {

    /** How the connection is. */
    enum Mood {
        WELL,
        FAILING,
        HANGING
    }

    private final List<Runnable> unanswered = new ArrayList<>();
    private Mood mood = Mood.WELL;
    private int asked;
    private int probed;
    private boolean closed;

    ShakyStore(ManualTime time) {
        super(new MemoryStore(time));
    }

    void become(Mood next) {
        mood = next;
    }

    /** How many calls have reached it, probes left out. */
    int asked() {
        return asked;
    }

    int probed() {
        return probed;
    }

    boolean isClosed() {
        return closed;
    }

    /** Answers what it has left hanging. */
    void answerAll() {
        List<Runnable> all = List.copyOf(unanswered);
        unanswered.clear();
        all.forEach(Runnable::run);
    }

    private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        return switch (mood) {
            case WELL -> call.get();
            case FAILING -> CompletableFuture.failedStage(new IllegalStateException("connection lost"));
            case HANGING -> {
                CompletableFuture<T> answer = new CompletableFuture<>();
                unanswered.add(() -> call.get().whenComplete((value, failure) -> answer.complete(value)));
                yield answer;
            }
        };
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        asked++;
        return call(() -> super.charge(charges));
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        asked++;
        return call(() -> super.peek(charges));
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        asked++;
        return call(() -> super.giveBack(receipt));
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        asked++;
        return call(() -> super.forget(charge));
    }

    @Override
    public CompletionStage<Void> probe() {
        probed++;
        return call(super::probe);
    }

    @Override
    public void close() {
        closed = true;
        super.close();
    }
}
