package io.weir.redis;

import io.weir.limit.State;
import java.util.List;

/** The counters of some calls, each once, and which of them the calls charge. */
final class CalledCounters {

    private final List<Counter> counters;
    private final List<int[]> ofCalls;

    /** For each call, the counters of its charges by their index. */
    CalledCounters(List<Counter> counters, List<int[]> ofCalls) {
        this.counters = counters;
        this.ofCalls = ofCalls;
    }

    int[] ofCall(int call) {
        return ofCalls.get(call);
    }

    void write(Arguments arguments) {
        counters.forEach(counter -> arguments.key(counter.name()));
    }

    /** Their states before the script did anything. */
    State[] states(Reply reply) {
        State[] states = new State[counters.size()];
        for (Counter counter : counters) {
            states[counter.index()] =
                    reply.state(counter.index(), counter.charge().limit());
        }
        return states;
    }
}
