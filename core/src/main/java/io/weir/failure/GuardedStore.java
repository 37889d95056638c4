package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Base class of stores that wrap every call on another store in the same way. */
abstract class GuardedStore extends ForwardingStore {

    GuardedStore(Store store) {
        super(store);
    }

    /** Runs the call, or returns a failed stage instead. */
    abstract <T> CompletionStage<T> guard(Supplier<CompletionStage<T>> call);

    @Override
    public final CompletionStage<Answer> charge(List<Charge> charges) {
        return guard(() -> store().charge(charges));
    }

    @Override
    public final CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return guard(() -> store().peek(charges));
    }

    @Override
    public final CompletionStage<Void> giveBack(Receipt receipt) {
        return guard(() -> store().giveBack(receipt));
    }

    @Override
    public final CompletionStage<Void> forget(Charge charge) {
        return guard(() -> store().forget(charge));
    }

    @Override
    public CompletionStage<Void> probe() {
        return guard(() -> store().probe());
    }
}
