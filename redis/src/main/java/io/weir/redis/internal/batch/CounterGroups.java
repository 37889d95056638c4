package io.weir.redis.internal.batch;

import io.weir.limit.Limit;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Groups of counters with equal charges: equally many, with the same cost and the same limit. */
final class CounterGroups implements ChargeKinds {

    private final List<List<BatchCounter>> groups = new ArrayList<>();

    /**
     * Gives each counter its place. All charges on each counter must be {@linkplain BatchCounter#isChargedAlike alike}.
     */
    CounterGroups(Collection<BatchCounter> counters) {
        for (BatchCounter counter : counters) {
            groupOf(counter).add(counter);
        }
        int index = 0;
        for (int i = 0; i < groups.size(); i++) {
            for (BatchCounter counter : groups.get(i)) {
                counter.place(index++, i);
            }
        }
    }

    private List<BatchCounter> groupOf(BatchCounter counter) {
        for (List<BatchCounter> group : groups) {
            if (isAlike(group.get(0), counter)) {
                return group;
            }
        }
        List<BatchCounter> group = new ArrayList<>();
        groups.add(group);
        return group;
    }

    private static boolean isAlike(BatchCounter one, BatchCounter other) {
        Limit limit = one.charge().limit();
        return one.charges() == other.charges()
                && one.charge().cost() == other.charge().cost()
                && (limit == other.charge().limit()
                        || limit.equals(other.charge().limit()));
    }

    /** Returns the counters, group by group. */
    List<BatchCounter> counters() {
        List<BatchCounter> counters = new ArrayList<>();
        groups.forEach(counters::addAll);
        return counters;
    }

    @Override
    public int numberOf(Charge charge, BatchCounter counter) {
        return counter.group();
    }

    @Override
    public void write(ScriptArguments arguments) {
        for (List<BatchCounter> group : groups) {
            Charge charge = group.get(0).charge();
            arguments.numbers(group.size(), group.get(0).charges(), charge.limit(), charge.cost());
        }
    }
}
