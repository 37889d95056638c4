package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.spi.ForwardingStore;
import io.weir.store.spi.StoreRefusedException;
import io.weir.store.spi.StoreRefusedException.Reason;
import io.weir.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store in memory behind a bad connection. */
final class ShakyStore extends ForwardingStore {

    /** The states of the connection. */
    enum Mood {
        WELL,
        FAILING,
        /** Only peeks are answered. */
        FULL,
        /** Every call concerns a counter that cannot be read. */
        UNREADABLE,
        HANGING
    }

    private final List<Runnable> unanswered = new ArrayList<>();
    private Mood mood = Mood.WELL;
    private int asked;
    private int probed;
    private boolean closed;
    private CompletionStage<Boolean> answering = CompletableFuture.completedStage(false);

    ShakyStore(ManualTime time) {
        super(new MemoryStore(time));
    }

    void become(Mood next) {
        mood = next;
    }

    /** The result of {@code isAnswering}. */
    void saysOfAnswering(CompletionStage<Boolean> said) {
        answering = said;
    }

    @Override
    public CompletionStage<Boolean> isAnswering() {
        return answering;
    }

    /** Returns how many calls have reached it, without probes. */
    int asked() {
        return asked;
    }

    int probed() {
        return probed;
    }

    boolean isClosed() {
        return closed;
    }

    /** Answers the calls that were left without an answer. */
    void answerAll() {
        List<Runnable> all = List.copyOf(unanswered);
        unanswered.clear();
        all.forEach(Runnable::run);
    }

    private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        return switch (mood) {
            case WELL -> call.get();
            case FAILING -> CompletableFuture.failedStage(new IllegalStateException("connection lost"));
            case FULL -> refusal(Reason.FULL);
            case UNREADABLE -> refusal(Reason.UNREADABLE_COUNTER);
            case HANGING -> {
                CompletableFuture<T> answer = new CompletableFuture<>();
                unanswered.add(() -> call.get().whenComplete((value, failure) -> answer.complete(value)));
                yield answer;
            }
        };
    }

    private static <T> CompletionStage<T> refusal(Reason reason) {
        Throwable cause = new IllegalStateException("said so");
        return CompletableFuture.failedStage(new StoreRefusedException(reason, reason.name(), cause));
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        asked++;
        return call(() -> super.charge(charges));
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        asked++;
        return mood == Mood.FULL ? super.peek(charges) : call(() -> super.peek(charges));
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
