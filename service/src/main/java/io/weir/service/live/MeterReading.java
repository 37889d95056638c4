package io.weir.service.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What the meters say at one time, since the start. */
final class MeterReading {

    private final long[] all;
    private final Map<String, long[]> rules;
    private final double checkNanos;
    private final boolean storeIsDown;

    private MeterReading(Reader reader) {
        this.all = reader.all;
        this.rules = reader.rules;
        this.checkNanos = reader.checkNanos;
        this.storeIsDown = reader.storeIsDown;
    }

    static MeterReading of(MeterRegistry registry) {
        Reader reader = new Reader();
        for (Meter meter : registry.getMeters()) {
            reader.read(meter);
        }
        return new MeterReading(reader);
    }

    /** Of all requests, in the order of {@link LiveCounts}. */
    long[] all() {
        return all;
    }

    /** Of each rule. */
    Map<String, long[]> rules() {
        return rules;
    }

    /** Whether the store is not asked at present, because it fails. */
    boolean storeIsDown() {
        return storeIsDown;
    }

    /** The average time of the checks between two readings, in microseconds. */
    long meanMicrosSince(MeterReading before) {
        long checks = all[LiveCounts.ASKED] - before.all[LiveCounts.ASKED];
        return checks <= 0 ? 0 : Math.round((checkNanos - before.checkNanos) / checks / 1_000);
    }

    private static final class Reader {

        private final long[] all = new long[LiveCounts.COLUMNS];
        private final Map<String, long[]> rules = new HashMap<>();
        private double checkNanos;
        private boolean storeIsDown;

        void read(Meter meter) {
            switch (meter.getId().getName()) {
                case "rate_limiter.check" -> readChecks((Timer) meter);
                case "rate_limiter.degraded" -> all[LiveCounts.NEAR_OR_DEGRADED] += count(meter);
                case "rate_limiter.store.degraded" -> storeIsDown = ((Gauge) meter).value() > 0;
                case "rate_limiter.rule.requests" -> readRulings(meter);
                case "rate_limiter.near_limit" -> add(meter, LiveCounts.NEAR_OR_DEGRADED);
                case "api.rate_limit.exceeded" -> {
                    if ("shadow".equals(meter.getId().getTag("mode"))) {
                        all[LiveCounts.WOULD_DENY] += count(meter);
                    }
                }
                default -> {
                    // Other meters are not shown.
                }
            }
        }

        private void readChecks(Timer timer) {
            long count = timer.count();
            all[LiveCounts.ASKED] += count;
            if ("false".equals(timer.getId().getTag("allowed"))) {
                all[LiveCounts.DENIED] += count;
            }
            checkNanos += timer.totalTime(TimeUnit.NANOSECONDS);
        }

        private void readRulings(Meter meter) {
            add(meter, LiveCounts.ASKED);
            String outcome =
                    Optional.ofNullable(meter.getId().getTag("outcome")).orElse("");
            switch (outcome) {
                case "denied", "challenged" -> add(meter, LiveCounts.DENIED);
                case "would_deny" -> add(meter, LiveCounts.WOULD_DENY);
                default -> {
                    // Allowed.
                }
            }
        }

        private void add(Meter meter, int column) {
            String rule = meter.getId().getTag("rule");
            if (rule != null) {
                rules.computeIfAbsent(rule, name -> new long[LiveCounts.COLUMNS])[column] += count(meter);
            }
        }

        private static long count(Meter meter) {
            return meter instanceof Counter counter ? (long) counter.count() : 0;
        }
    }
}
