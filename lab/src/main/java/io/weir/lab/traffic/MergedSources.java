package io.weir.lab.traffic;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges sources that are in the order of time, such as the logs of several hosts. At the same time the first source goes first. */
public final class MergedSources implements ArrivalSource {

    private record Head(Arrival arrival, int number, ArrivalSource source) {}

    private final PriorityQueue<Head> heads = new PriorityQueue<>(
            Comparator.comparingLong((Head head) -> head.arrival().atMicros()).thenComparingInt(Head::number));

    public MergedSources(List<? extends ArrivalSource> sources) throws IOException {
        for (int number = 0; number < sources.size(); number++) {
            add(number, sources.get(number));
        }
    }

    private void add(int number, ArrivalSource source) throws IOException {
        Arrival arrival = source.next();
        if (arrival != null) {
            heads.add(new Head(arrival, number, source));
        }
    }

    @Override
    public @Nullable Arrival next() throws IOException {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        add(head.number(), head.source());
        return head.arrival();
    }
}
