package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Outcome;
import io.weir.limit.State;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/** Calls of one enforced charge each, those on one counter all alike. */
final class SingleCharges implements Work {

    /** The counters, like beside like. */
    private final List<List<Counter>> groups = new ArrayList<>();

    SingleCharges(List<Counter> counters) {
        counters.forEach(this::group);
    }

    private void group(Counter counter) {
        for (List<Counter> group : groups) {
            if (isAlike(group.get(0), counter)) {
                group.add(counter);
                return;
            }
        }
        groups.add(new ArrayList<>(List.of(counter)));
    }

    private static boolean isAlike(Counter one, Counter other) {
        Limit limit = one.charge().limit();
        return one.charge().cost() == other.charge().cost()
                && one.calls().size() == other.calls().size()
                && (limit == other.charge().limit()
                        || limit.equals(other.charge().limit()));
    }

    private boolean isOne() {
        return groups.size() == 1 && groups.get(0).size() == 1;
    }

    @Override
    public Scripts.Task task() {
        return isOne() ? Scripts.Task.CHARGE_ONE : Scripts.Task.CHARGE_SINGLES;
    }

    @Override
    public int calls() {
        int calls = 0;
        for (List<Counter> group : groups) {
            // Those of one group are called equally often.
            calls += group.size() * group.get(0).calls().size();
        }
        return calls;
    }

    @Override
    public void write(Arguments arguments) {
        for (List<Counter> group : groups) {
            group.forEach(counter -> arguments.key(counter.name()));
            Counter any = group.get(0);
            Algorithm algorithm = any.charge().limit().algorithm();
            if (isOne()) {
                arguments.needs(algorithm);
            } else {
                arguments.value(algorithm).value(group.size());
            }
            arguments
                    .value(any.calls().size())
                    .numbers(any.charge().limit(), any.charge().cost());
        }
    }

    @Override
    public void answer(Reply reply) {
        int index = 0;
        for (List<Counter> group : groups) {
            for (Counter counter : group) {
                answer(counter, reply.state(index++, counter.charge().limit()), reply.nowMicros());
            }
        }
    }

    private static void answer(Counter counter, State before, long nowMicros) {
        Charge charge = counter.charge();
        State state = before;
        for (Waiting call : counter.calls()) {
            Outcome outcome = charge.limit().decide(state, nowMicros, charge.cost());
            state = outcome.next();
            Decision decision = outcome.decision();
            call.answer().complete(Answer.of(call.charges(), List.of(decision), decision.allowed()));
        }
    }
}
