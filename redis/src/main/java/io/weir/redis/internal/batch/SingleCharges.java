package io.weir.redis.internal.batch;

import io.weir.limit.Decision;
import io.weir.limit.Limit.StateChange;
import io.weir.limit.spi.State;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.redis.internal.script.Scripts;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.util.Collection;
import java.util.List;

/**
 * Calls of one enforced charge each, where all charges on a counter are alike: {@code charge_singles.lua}.
 *
 * <p>The script decides the calls and writes the new states, but replies with the states before it. {@link #answer} decides the
 * calls once more from these, to compute what a decision says beyond yes or no. Both must always decide the same.
 */
final class SingleCharges implements BatchScript {

    private final CounterGroups groups;
    private final List<BatchCounter> counters;

    SingleCharges(Collection<BatchCounter> counters) {
        this.groups = new CounterGroups(counters);
        this.counters = groups.counters();
    }

    @Override
    public Scripts.Task task() {
        return Scripts.Task.CHARGE_SINGLES;
    }

    @Override
    public int calls() {
        int calls = 0;
        for (BatchCounter counter : counters) {
            calls += counter.charges();
        }
        return calls;
    }

    @Override
    public void write(ScriptArguments arguments) {
        counters.forEach(counter -> arguments.key(counter.name()));
        groups.write(arguments);
    }

    @Override
    public void answer(ScriptReply reply) {
        for (BatchCounter counter : counters) {
            answer(counter, reply.state(counter.index(), counter.charge().limit()), reply.nowMicros());
        }
    }

    private static void answer(BatchCounter counter, State before, long nowMicros) {
        Charge charge = counter.charge();
        State state = before;
        for (PendingCall call : counter.calls()) {
            StateChange outcome = charge.limit().decide(state, nowMicros, charge.cost());
            state = outcome.next();
            Decision decision = outcome.decision();
            call.answer().complete(Answer.of(call.charges(), List.of(decision), decision.allowed()));
        }
    }
}
