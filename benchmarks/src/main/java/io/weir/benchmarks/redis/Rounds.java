package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.limiter.Network;
import io.weir.testkit.fault.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures all cells in turn, several times, so that a slow minute of the machine affects all of them. Every second
 * round goes backwards, so that no cell always runs after the same cell, which may leave work for Redis.
 */
final class Rounds {

    private static final int WARM_UP_IN_FLIGHT = 32;

    private final Plan plan;
    private final FaultProxy proxy;
    private final Processors processors;

    Rounds(Plan plan, FaultProxy proxy, Processors processors) {
        this.plan = plan;
        this.proxy = proxy;
        this.processors = processors;
    }

    void warmUp(List<Cell> cells) throws InterruptedException {
        for (Cell cell : cells) {
            if (cell.load().network() == Network.DIRECT && cell.load().inFlight() == WARM_UP_IN_FLIGHT) {
                System.err.println("Warming up: " + cell);
                run(cell, Duration.ZERO, plan.warmUp());
            }
        }
    }

    Map<Cell, List<RedisSample>> measure(List<Cell> cells) throws InterruptedException {
        Map<Cell, List<RedisSample>> samples = new LinkedHashMap<>();
        cells.forEach(cell -> samples.put(cell, new ArrayList<>()));
        long start = System.nanoTime();
        int steps = plan.rounds() * cells.size();
        for (int step = 0; step < steps; step++) {
            int place = step % cells.size();
            boolean backwards = step / cells.size() % 2 == 1;
            Cell cell = cells.get(backwards ? cells.size() - 1 - place : place);
            proxy.delay(cell.load().network().oneWay());
            RedisSample sample = run(cell, plan.settling(), plan.measured());
            samples.getOrDefault(cell, List.of()).add(sample);
            long left = (System.nanoTime() - start) * (steps - step - 1) / (step + 1);
            System.err.printf(
                    Locale.ROOT,
                    "%d of %d: %s: %,.0f/s; %d s left%n",
                    step + 1,
                    steps,
                    cell,
                    sample.perSecond(),
                    TimeUnit.NANOSECONDS.toSeconds(left));
        }
        return samples;
    }

    private RedisSample run(Cell cell, Duration settling, Duration measured) throws InterruptedException {
        return new ClosedLoop(cell.check(), cell.load().inFlight()).run(settling, measured, processors);
    }
}
