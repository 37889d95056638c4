package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.redis.internal.script.Scripts;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.Call;
import io.weir.store.spi.StateTally;
import java.util.List;

/**
 * Calls with any number of charges, decided one after the other: {@code charge_calls.lua}.
 *
 * <p>The script decides the calls and writes the new states, but replies with the states before it. {@link #answer} decides the
 * calls once more from these, to compute what a decision says beyond yes or no. Both must always decide the same.
 */
final class ManyCharges implements BatchScript {

    private final CalledCounters counters;
    private final List<PendingCall> calls;

    ManyCharges(CalledCounters counters, List<PendingCall> calls) {
        this.counters = counters;
        this.calls = calls;
    }

    @Override
    public Scripts.Task task() {
        return Scripts.Task.CHARGE_CALLS;
    }

    @Override
    public int calls() {
        return calls.size();
    }

    @Override
    public void write(ScriptArguments arguments) {
        counters.write(arguments);
    }

    @Override
    public void answer(ScriptReply reply) {
        StateTally[] tallies = counters.tallies(reply);
        for (int i = 0; i < calls.size(); i++) {
            PendingCall call = calls.get(i);
            call.answer().complete(decide(call.charges(), tallies, counters.ofCall(i), reply.nowMicros()));
        }
    }

    private static Answer decide(
            List<Charge> charges, StateTally[] ofCounters, BatchCounter[] counters, long nowMicros) {
        StateTally[] tallies = new StateTally[counters.length];
        for (int i = 0; i < tallies.length; i++) {
            tallies[i] = ofCounters[counters[i].index()];
            tallies[i].nextCall();
        }
        return new Call(charges, tallies, nowMicros).decide();
    }
}
