package io.weir.service.playground;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.service.playground.Arrivals.Arrival;
import io.weir.store.Charge;
import io.weir.time.ManualTime;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What one limit decides about arrivals. A store in memory decides, so the answers are those of the service itself. Time begins at
 * a full day, so that fixed windows begin with the simulation.
 *
 * @param mostInAnyPeriod the most requests that were let through within one period of the limit
 */
record Simulation(Limit limit, List<Step> steps, int allowed, int denied, int mostInAnyPeriod) {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final long STORE_BYTES = 1_000_000;

    /** One request. */
    record Step(long atMicros, boolean allowed, long remaining, long retryAfterMicros, long delayMicros) {}

    static Simulation of(Limit limit, List<Arrival> arrivals) {
        ManualTime time = ManualTime.at(BEGIN);
        List<Step> steps = new ArrayList<>();
        Deque<Long> inPeriod = new ArrayDeque<>();
        int most = 0;
        long now = 0;
        long periodMicros = limit.rate().period().toNanos() / 1_000;
        try (MemoryStore store = new MemoryStore(time, STORE_BYTES)) {
            for (Arrival arrival : arrivals) {
                time.advanceMicros(arrival.atMicros() - now);
                now = arrival.atMicros();
                for (int i = 0; i < arrival.requests(); i++) {
                    Step step = step(now, store.chargeNow(Charge.of("caller", limit)));
                    steps.add(step);
                    most = Math.max(most, through(step, inPeriod, periodMicros));
                }
            }
        }
        int allowed = (int) steps.stream().filter(Step::allowed).count();
        return new Simulation(limit, steps, allowed, steps.size() - allowed, most);
    }

    private static Step step(long now, Decision decision) {
        return new Step(
                now, decision.allowed(), decision.remaining(), decision.retryAfterMicros(), decision.delayMicros());
    }

    /** The requests that were let through within the period before this one. A delayed request gets through after its delay. */
    private static int through(Step step, Deque<Long> inPeriod, long periodMicros) {
        if (step.allowed()) {
            long at = step.atMicros() + step.delayMicros();
            while (!inPeriod.isEmpty() && inPeriod.getFirst() <= at - periodMicros) {
                inPeriod.removeFirst();
            }
            inPeriod.addLast(at);
        }
        return inPeriod.size();
    }
}
