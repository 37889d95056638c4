package io.weir.testkit.oracle;

import io.weir.store.Charge.Counter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The oracle's receipt of one call; it can be given back once. */
public final class OracleReceipt {

    record Entry(Counter counter, OracleTake taken) {}

    private final List<Entry> entries = new ArrayList<>();

    OracleReceipt() {}

    void add(Counter counter, OracleTake taken) {
        entries.add(new Entry(counter, taken));
    }

    List<Entry> redeem() {
        List<Entry> lastFirst = new ArrayList<>(entries);
        Collections.reverse(lastFirst);
        entries.clear();
        return lastFirst;
    }

    /** Returns how many charges can still be given back. */
    public int size() {
        return entries.size();
    }
}
