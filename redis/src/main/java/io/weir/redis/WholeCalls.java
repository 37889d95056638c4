package io.weir.redis;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt.Taken;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Every call in one script, and calls that come together in one as well. */
final class WholeCalls implements Calls {

    private final Desk desk;
    private final Batches batches;

    WholeCalls(Desk desk) {
        this.desk = desk;
        this.batches = new Batches(desk::run);
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        Waiting call = new Waiting(charges);
        batches.add(call);
        return call.answer();
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return desk.peek(charges);
    }

    @Override
    public CompletionStage<Void> giveBack(List<Taken> lastFirst) {
        return desk.giveBack(lastFirst);
    }
}
