package io.weir.service.live;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the meters once a second, and keeps the differences: what was counted in each second and minute, by rule. The meters
 * bound the number of rules, to 200 and one for the others, so this takes at most 6 MB.
 */
public final class Pulse implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final long MICROS = 1_000_000;
    private static final int MOST_RULES = 201;

    /** One second of this instance. */
    record Second(long second, LiveCounts all, long meanMicros, Map<String, LiveCounts> rules, boolean storeIsDown) {}

    private final Supplier<MeterReading> meters;
    private final TimeSource time;
    private final Scheduler scheduler;
    private final CountHistory all = new CountHistory();
    private final Map<String, CountHistory> rules = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Consumer<Second>> listeners = new CopyOnWriteArrayList<>();
    private MeterReading last;
    private volatile Second newest;
    private volatile boolean closed;

    private Pulse(Supplier<MeterReading> meters, TimeSource time, Scheduler scheduler) {
        this.meters = meters;
        this.time = time;
        this.scheduler = scheduler;
        this.last = meters.get();
        this.newest = new Second(now(), LiveCounts.none(), 0, Map.of(), last.storeIsDown());
    }

    /** Starts to read the meters, until it is closed. */
    public static Pulse start(MeterRegistry registry, TimeSource time, Scheduler scheduler) {
        Pulse pulse = new Pulse(() -> MeterReading.of(registry), time, scheduler);
        pulse.scheduleNext();
        return pulse;
    }

    private long now() {
        return time.nowMicros() / MICROS;
    }

    /** The next reading is at the beginning of a second, so that what is read belongs to the second before. */
    private void scheduleNext() {
        scheduler.schedule(MICROS - Math.floorMod(time.nowMicros(), MICROS), this::read);
    }

    private void read() {
        if (closed) {
            return;
        }
        try {
            Second second = count(now() - 1);
            newest = second;
            listeners.forEach(listener -> listener.accept(second));
        } catch (RuntimeException failure) {
            LOG.error("The meters could not be read for the dashboard", failure);
        } finally {
            scheduleNext();
        }
    }

    private Second count(long second) {
        MeterReading before = last;
        MeterReading present = meters.get();
        last = present;
        LiveCounts ofAll = difference(present.all(), before.all());
        all.add(second, ofAll);
        Map<String, LiveCounts> ofRules = new TreeMap<>();
        present.rules().forEach((rule, counts) -> {
            LiveCounts counted = difference(counts, before.rules().getOrDefault(rule, new long[LiveCounts.COLUMNS]));
            if (!counted.isNothing()) {
                ofRules.put(rule, counted);
                history(rule).ifPresent(history -> history.add(second, counted));
            }
        });
        if (rules.size() > MOST_RULES / 2) {
            rules.keySet().removeIf(rule -> !present.rules().containsKey(rule));
        }
        return new Second(second, ofAll, present.meanMicrosSince(before), ofRules, present.storeIsDown());
    }

    private Optional<CountHistory> history(String rule) {
        return rules.size() >= MOST_RULES
                ? Optional.ofNullable(rules.get(rule))
                : Optional.of(rules.computeIfAbsent(rule, name -> new CountHistory()));
    }

    /** What was counted since then. A meter that was removed and made again begins at 0. */
    private static LiveCounts difference(long[] now, long[] then) {
        LiveCounts counted = LiveCounts.none();
        for (int column = 0; column < LiveCounts.COLUMNS; column++) {
            long more = now[column] < then[column] ? now[column] : now[column] - then[column];
            counted.values()[column] = (int) Math.min(Integer.MAX_VALUE, more);
        }
        return counted;
    }

    /** The last second that was counted. */
    Second newest() {
        return newest;
    }

    /** Calls the listener after each second, on a thread that must not be held up. */
    void listen(Consumer<Second> listener) {
        listeners.add(listener);
    }

    CountHistory all() {
        return all;
    }

    /** The history of a rule; empty while nothing was counted under it. */
    Optional<CountHistory> rule(String name) {
        return Optional.ofNullable(rules.get(name));
    }

    /** What a rule counted in the last minute. */
    public int[] lastMinute(String rule) {
        return rule(rule)
                .map(history -> history.lastMinute(newest.second()))
                .orElseGet(LiveCounts::none)
                .values();
    }

    /** What a rule counted in the last 24 hours, or since the start. */
    public int[] lastDay(String rule) {
        return rule(rule)
                .map(history -> history.lastDay(newest.second()))
                .orElseGet(LiveCounts::none)
                .values();
    }

    @Override
    public void close() {
        closed = true;
    }
}
