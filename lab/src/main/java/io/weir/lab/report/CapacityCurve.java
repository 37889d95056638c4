package io.weir.lab.report;

import io.weir.lab.report.SimulationReport.NeededCapacity;
import io.weir.lab.suggest.Demand;
import io.weir.limit.Limit;
import java.util.ArrayList;
import java.util.List;

/** The curve of needed capacity in a report: exact at each of its points, and of at most 400 points. */
final class CapacityCurve {

    private static final int MOST_POINTS = 400;

    private CapacityCurve() {}

    static NeededCapacity of(Demand demand, Limit limit) {
        List<Demand.Need> needs = demand.needs(limit.rate());
        List<Long> capacity = new ArrayList<>();
        List<Long> subjectsAbove = new ArrayList<>();
        List<Long> requestsAbove = new ArrayList<>();
        long all = needs.stream().mapToLong(Demand.Need::requests).sum();
        long requests = all;
        for (int i = 0; i < needs.size(); i++) {
            requests -= needs.get(i).requests();
            boolean last = i + 1 == needs.size();
            if (last || needs.get(i + 1).capacity() > needs.get(i).capacity()) {
                capacity.add(needs.get(i).capacity());
                subjectsAbove.add((long) needs.size() - i - 1);
                requestsAbove.add(requests);
            }
        }
        int step = Math.max(1, (capacity.size() + MOST_POINTS - 1) / MOST_POINTS);
        return new NeededCapacity(
                limit.rate().toString(),
                limit.capacity(),
                needs.size(),
                all,
                thinned(capacity, step),
                thinned(subjectsAbove, step),
                thinned(requestsAbove, step));
    }

    private static List<Long> thinned(List<Long> values, int step) {
        List<Long> fewer = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (i % step == 0 || i + 1 == values.size()) {
                fewer.add(values.get(i));
            }
        }
        return fewer;
    }
}
