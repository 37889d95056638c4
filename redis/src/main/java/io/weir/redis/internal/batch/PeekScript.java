package io.weir.redis.internal.batch;

import io.weir.limit.Decision;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.store.Charge;
import io.weir.store.spi.StateTally;
import java.util.ArrayList;
import java.util.List;

/** Decides each charge independently and takes nothing. */
final class PeekScript {

    private final List<Charge> charges;
    private final CalledCounters counters;

    PeekScript(List<Charge> charges) {
        this.charges = charges;
        Batch batch = new Batch();
        batch.add(new PendingCall(charges));
        this.counters = batch.peek();
    }

    void write(ScriptArguments arguments) {
        counters.writePeek(arguments);
    }

    List<Decision> decisions(ScriptReply reply) {
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
