package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Base class of decorators: forwards every call to another store. */
public abstract class ForwardingStore implements Store {

    private final Store store;

    protected ForwardingStore(Store store) {
        this.store = store;
    }

    protected final Store store() {
        return store;
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        return store.charge(charges);
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return store.peek(charges);
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        return store.giveBack(receipt);
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return store.forget(charge);
    }

    @Override
    public CompletionStage<Void> probe() {
        return store.probe();
    }

    @Override
    public CompletionStage<Boolean> isAnswering() {
        return store.isAnswering();
    }

    @Override
    public boolean mayDenyWrongly() {
        return store.mayDenyWrongly();
    }

    @Override
    public void refuseToWaitHere() {
        store.refuseToWaitHere();
    }

    @Override
    public void close() {
        store.close();
    }
}
