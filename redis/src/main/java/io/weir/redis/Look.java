package io.weir.redis;

import io.weir.limit.Decision;
import io.weir.store.Charge;
import io.weir.store.spi.StateTally;
import java.util.ArrayList;
import java.util.List;

/** Decides charges each by itself and takes nothing. */
final class Look {

    private final List<Charge> charges;
    private final CalledCounters counters;

    Look(List<Charge> charges) {
        this.charges = charges;
        Batch batch = new Batch();
        batch.add(new Waiting(charges));
        this.counters = batch.look();
    }

    void write(Arguments arguments) {
        counters.writeLook(arguments);
    }

    List<Decision> decisions(Reply reply) {
        StateTally[] tallies = counters.tallies(reply);
        List<Decision> decisions = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            StateTally tally = tallies[counters.ofCall(0)[i].index()];
            decisions.add(tally.peek(charge.limit(), charge.cost(), reply.nowMicros()));
        }
        return decisions;
    }
}
