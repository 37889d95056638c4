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
final class UnreliableStore extends ForwardingStore {

    /** The states of the connection. */
    enum State {
        WORKING,
        FAILING,
        /** Only peeks are answered. */
        FULL,
        /** Every call concerns a counter that cannot be read. */
        UNREADABLE,
        HANGING
    }

    private final List<Runnable> unanswered = new ArrayList<>();
    private State state = State.WORKING;
    private int calls;
    private int probed;
    private boolean closed;
    private CompletionStage<Boolean> answering = CompletableFuture.completedStage(false);

    UnreliableStore(ManualTime time) {
        super(new MemoryStore(time));
    }

    void switchTo(State next) {
        state = next;
    }

    /** Sets the result of {@code isAnswering}. */
    void answerProbesWith(CompletionStage<Boolean> result) {
        answering = result;
    }

    @Override
    public CompletionStage<Boolean> isAnswering() {
        return answering;
    }

    /** Returns how many calls have reached this store, without probes. */
    int calls() {
        return calls;
    }

    int probed() {
        return probed;
    }

    boolean isClosed() {
        return closed;
    }

    /** Answers all pending calls. */
    void answerAll() {
        List<Runnable> all = List.copyOf(unanswered);
        unanswered.clear();
        all.forEach(Runnable::run);
    }

    private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        return switch (state) {
            case WORKING -> call.get();
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
        Throwable cause = new IllegalStateException("rejected");
        return CompletableFuture.failedStage(new StoreRefusedException(reason, reason.name(), cause));
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        calls++;
        return call(() -> super.charge(charges));
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        calls++;
        return state == State.FULL ? super.peek(charges) : call(() -> super.peek(charges));
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        calls++;
        return call(() -> super.giveBack(receipt));
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        calls++;
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
