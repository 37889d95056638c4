package io.weir.lab.traffic;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the requests of one file by their times, within a window: servers write a line when the answer has ended, so lines
 * are almost in order. A request that is later than the window is taken at the time that has been reached.
 *
 * <p>Requests whose times are whole seconds are spread evenly over their second, in their order. All at one instant would
 * be a burst that never happened.
 */
public final class ReorderWindow implements ArrivalSource {

    private static final int MOST_WAITING = 2_000_000;
    private static final long SECOND_MICROS = 1_000_000;

    private final ArrivalSource source;
    private final BooleanSupplier coarse;
    private final Runnable late;
    private final long windowMicros;
    private List<Arrival> waiting = new ArrayList<>();
    private final Deque<Arrival> ready = new ArrayDeque<>();
    private long newest = Long.MIN_VALUE;
    private long oldest = Long.MAX_VALUE;
    private long released = Long.MIN_VALUE;
    private boolean ended;

    /**
     * @param coarse says whether all times that the source gave so far are whole seconds
     * @param late is called for each request that is later than the window
     */
    public ReorderWindow(ArrivalSource source, Duration window, BooleanSupplier coarse, Runnable late) {
        this.source = source;
        this.coarse = coarse;
        this.late = late;
        windowMicros = window.toNanos() / 1_000;
    }

    @Override
    public @Nullable Arrival next() throws IOException {
        while (ready.isEmpty() && !(ended && waiting.isEmpty())) {
            fill();
            release();
        }
        return ready.poll();
    }

    private void fill() throws IOException {
        while (!ended && (waiting.isEmpty() || !isEnough())) {
            Arrival arrival = source.next();
            if (arrival == null) {
                ended = true;
                return;
            }
            if (arrival.atMicros() < released) {
                late.run();
                arrival = arrival.at(released);
            }
            waiting.add(arrival);
            newest = Math.max(newest, arrival.atMicros());
            oldest = Math.min(oldest, arrival.atMicros());
        }
    }

    private boolean isEnough() {
        return waiting.size() >= MOST_WAITING || newest - oldest >= 2 * (windowMicros + SECOND_MICROS);
    }

    private void release() {
        waiting.sort(Comparator.comparingLong(Arrival::atMicros));
        boolean spread = coarse.getAsBoolean();
        long until = ended ? Long.MAX_VALUE : limit(spread);
        int count = 0;
        while (count < waiting.size() && waiting.get(count).atMicros() < until) {
            count++;
        }
        if (spread) {
            spread(waiting.subList(0, count));
        } else {
            ready.addAll(waiting.subList(0, count));
        }
        waiting = new ArrayList<>(waiting.subList(count, waiting.size()));
        oldest = waiting.isEmpty() ? Long.MAX_VALUE : waiting.get(0).atMicros();
        released = ended ? released : Math.max(released, until);
    }

    private long limit(boolean spread) {
        boolean full = waiting.size() >= MOST_WAITING;
        long limit = full ? (newest + oldest) / 2 + 1 : newest - windowMicros;
        return spread ? limit - Math.floorMod(limit, SECOND_MICROS) : limit;
    }

    private void spread(List<Arrival> sorted) {
        for (int from = 0; from < sorted.size(); ) {
            long at = sorted.get(from).atMicros();
            int to = from;
            while (to < sorted.size() && sorted.get(to).atMicros() == at) {
                to++;
            }
            for (int i = from; i < to; i++) {
                ready.add(i == from ? sorted.get(i) : sorted.get(i).at(at + SECOND_MICROS * (i - from) / (to - from)));
            }
            from = to;
        }
    }
}
