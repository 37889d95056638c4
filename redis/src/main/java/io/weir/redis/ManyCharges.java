package io.weir.redis;

import io.weir.limit.Limit;
import io.weir.limit.State;
import io.weir.store.Call;
import io.weir.store.Charge;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls of any kind, one after the other. */
final class ManyCharges implements Work {

    private final List<Counter> counters;
    private final List<Waiting> calls;
    private final Map<String, Integer> indexes = new HashMap<>();

    ManyCharges(List<Counter> counters, List<Waiting> calls) {
        this.counters = counters;
        this.calls = calls;
        counters.forEach(counter -> indexes.put(counter.name(), counter.index()));
    }

    @Override
    public Scripts.Task task() {
        return Scripts.Task.CHARGE_CALLS;
    }

    @Override
    public void write(Arguments arguments) {
        counters.forEach(counter -> arguments.key(counter.name()));
        for (Waiting call : calls) {
            arguments.value(call.charges().size());
            for (Charge charge : call.charges()) {
                write(charge, charge.effect().name().toLowerCase(Locale.ROOT), indexOf(charge), arguments);
            }
        }
    }

    /** One charge, as the script reads it. */
    static void write(Charge charge, String effect, int counter, Arguments arguments) {
        arguments
                .value(counter + 1)
                .value(charge.limit().algorithm())
                .value(effect)
                .numbers(charge);
    }

    @SuppressWarnings("NullAway") // Every charge's counter is there.
    private int indexOf(Charge charge) {
        return indexes.get(KeyName.of(charge));
    }

    @Override
    public void answer(Reply reply) {
        State[] states = new State[counters.size()];
        for (Counter counter : counters) {
            states[counter.index()] =
                    reply.state(counter.index(), counter.charge().limit());
        }
        for (Waiting call : calls) {
            States own = new States(
                    states, call.charges().stream().mapToInt(this::indexOf).toArray());
            call.answer().complete(new Call(call.charges(), own, reply.nowMicros()).decide());
        }
    }

    /** The states of the counters of one call. */
    private static final class States implements Call.States {

        private final State[] states;
        private final State[] before;
        private final int[] indexes;

        States(State[] states, int[] indexes) {
            this.states = states;
            this.before = states.clone();
            this.indexes = indexes;
        }

        @Override
        public State state(int charge) {
            return states[indexes[charge]];
        }

        @Override
        public void state(int charge, State next, Limit by) {
            states[indexes[charge]] = next;
        }

        @Override
        public void undo() {
            System.arraycopy(before, 0, states, 0, states.length);
        }
    }
}
