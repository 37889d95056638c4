package io.weir.redis;

import io.weir.limit.Limit;
import io.weir.limit.State;
import io.weir.store.Call;
import java.util.List;

/** Calls of any kind, one after the other. */
final class ManyCharges implements Work {

    private final CalledCounters counters;
    private final List<Waiting> calls;

    ManyCharges(CalledCounters counters, List<Waiting> calls) {
        this.counters = counters;
        this.calls = calls;
    }

    @Override
    public Scripts.Task task() {
        return Scripts.Task.CHARGE_CALLS;
    }

    @Override
    public void write(Arguments arguments) {
        counters.write(arguments);
    }

    @Override
    public void answer(Reply reply) {
        State[] states = counters.states(reply);
        for (int call = 0; call < calls.size(); call++) {
            Waiting waiting = calls.get(call);
            States own = new States(states, counters.ofCall(call));
            waiting.answer().complete(new Call(waiting.charges(), own, reply.nowMicros()).decide());
        }
    }

    /** The states of the counters of one call. */
    private static final class States implements Call.States {

        private final State[] states;
        private final State[] before;
        private final int[] ofCharges;

        States(State[] states, int[] ofCharges) {
            this.states = states;
            this.before = states.clone();
            this.ofCharges = ofCharges;
        }

        @Override
        public State state(int charge) {
            return states[ofCharges[charge]];
        }

        @Override
        public void state(int charge, State next, Limit by) {
            states[ofCharges[charge]] = next;
        }

        @Override
        public void undo() {
            System.arraycopy(before, 0, states, 0, states.length);
        }
    }
}
