package io.weir.testkit;

import io.weir.limit.Decision;
import io.weir.limit.spi.State;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.store.spi.Call;
import io.weir.store.spi.StateTally;
import io.weir.store.spi.Tally;
import io.weir.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A complete store with one lock, as an example for authors of stores. It never forgets a key. */
final class SmallestStore implements Store {

    private final TimeSource time;
    private final Map<Charge.Counter, State> states = new HashMap<>();

    SmallestStore(TimeSource time) {
        this.time = time;
    }

    @Override
    public synchronized CompletionStage<Answer> charge(List<Charge> charges) {
        Map<Charge.Counter, StateTally> tallies = new HashMap<>();
        Tally[] ofCharges = charges.stream()
                .map(charge -> tallies.computeIfAbsent(charge.counter(), counter -> new StateTally(state(charge))))
                .toArray(Tally[]::new);
        Answer answer = new Call(charges, ofCharges, time.nowMicros()).decide();
        tallies.forEach((counter, tally) -> states.put(counter, tally.state()));
        return CompletableFuture.completedStage(answer);
    }

    @Override
    public synchronized CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return CompletableFuture.completedStage(charges.stream()
                .map(charge -> charge.limit().peek(state(charge), time.nowMicros(), charge.cost()))
                .toList());
    }

    @Override
    public synchronized CompletionStage<Void> giveBack(Receipt receipt) {
        for (Receipt.Taken taken : receipt.redeem()) {
            Charge charge = taken.charge();
            State next = charge.limit().giveBack(state(charge), taken.after(), time.nowMicros(), charge.cost());
            states.put(charge.counter(), next);
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> forget(Charge charge) {
        states.remove(charge.counter());
        return CompletableFuture.completedStage(null);
    }

    private State state(Charge charge) {
        return states.getOrDefault(charge.counter(), charge.limit().fresh());
    }

    @Override
    public void close() {}
}
