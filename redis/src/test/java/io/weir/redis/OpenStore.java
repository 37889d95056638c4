package io.weir.redis;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store that many tests share, and none of them closes. */
final class OpenStore implements Store {

    private final Store store;

    OpenStore(Store store) {
        this.store = store;
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
    public Decision chargeNow(Charge charge) {
        return store.chargeNow(charge);
    }

    @Override
    public void close() {}
}
