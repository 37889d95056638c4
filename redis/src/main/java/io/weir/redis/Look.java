package io.weir.redis;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.State;
import io.weir.store.Charge;
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
        this.counters = batch.counters();
    }

    void write(Arguments arguments) {
        counters.writeLook(arguments);
    }

    List<Decision> decisions(Reply reply) {
        State[] states = counters.states(reply);
        List<Decision> decisions = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            Limit limit = charges.get(i).limit();
            State state = states[counters.ofCall(0)[i]];
            decisions.add(limit.peek(state, reply.nowMicros(), charges.get(i).cost()));
        }
        return decisions;
    }
}
