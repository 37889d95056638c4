package io.weir.redis;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Groups of counters that are charged alike: equally often, with the same cost, by the same limit. */
final class Groups implements Kinds {

    private final List<List<Counter>> groups = new ArrayList<>();

    /** Gives each counter its place. All charges on each counter must be {@linkplain Counter#isChargedAlike alike}. */
    Groups(Collection<Counter> counters) {
        for (Counter counter : counters) {
            groupOf(counter).add(counter);
        }
        int index = 0;
        for (int i = 0; i < groups.size(); i++) {
            for (Counter counter : groups.get(i)) {
                counter.place(index++, i);
            }
        }
    }

    private List<Counter> groupOf(Counter counter) {
        for (List<Counter> group : groups) {
            if (isAlike(group.get(0), counter)) {
                return group;
            }
        }
        List<Counter> group = new ArrayList<>();
        groups.add(group);
        return group;
    }

    private static boolean isAlike(Counter one, Counter other) {
        Limit limit = one.charge().limit();
        return one.charges() == other.charges()
                && one.charge().cost() == other.charge().cost()
                && (limit == other.charge().limit()
                        || limit.equals(other.charge().limit()));
    }

    /** The counters, group by group. */
    List<Counter> counters() {
        List<Counter> counters = new ArrayList<>();
        groups.forEach(counters::addAll);
        return counters;
    }

    @Override
    public int numberOf(Charge charge, Counter counter) {
        return counter.group();
    }

    @Override
    public void write(Arguments arguments) {
        for (List<Counter> group : groups) {
            Charge charge = group.get(0).charge();
            arguments.numbers(group.size(), group.get(0).charges(), charge.limit(), charge.cost());
        }
    }
}
