package io.weir.testkit;

import io.weir.store.Charge.Counter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The oracle's receipt of one call: given back once, and nothing ever after. */
public final class Tickets {

    record Entry(Counter counter, Ticket ticket) {}

    private final List<Entry> entries = new ArrayList<>();

    Tickets() {}

    void add(Counter counter, Ticket ticket) {
        entries.add(new Entry(counter, ticket));
    }

    List<Entry> redeem() {
        List<Entry> lastFirst = new ArrayList<>(entries);
        Collections.reverse(lastFirst);
        entries.clear();
        return lastFirst;
    }

    /** How many charges can still be given back. */
    public int size() {
        return entries.size();
    }
}
