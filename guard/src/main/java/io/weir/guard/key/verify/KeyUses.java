package io.weir.guard.key.verify;

import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.UsedKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Counts uses in memory and writes them together, so that no request writes to the database. */
final class KeyUses {

    private static final int MOST_IN_BATCH = 1_000;

    private final KeyShelf shelf;
    private final Queue<KeyEntry> used = new ConcurrentLinkedQueue<>();

    KeyUses(KeyShelf shelf) {
        this.shelf = shelf;
    }

    void add(KeyEntry entry, Instant now) {
        if (entry.use(now)) {
            used.add(entry);
        }
    }

    /** Writes all uses so far. Those that cannot be written stay counted. */
    synchronized void write() {
        int left = used.size();
        while (left > 0) {
            List<KeyEntry> batch = new ArrayList<>();
            while (batch.size() < MOST_IN_BATCH && left-- > 0) {
                KeyEntry entry = used.poll();
                if (entry != null) {
                    batch.add(entry);
                }
            }
            write(batch);
        }
    }

    private void write(List<KeyEntry> batch) {
        List<UsedKey> uses = batch.stream().map(KeyEntry::takeUses).toList();
        try {
            shelf.addUses(uses);
        } catch (KeysUnavailableException later) {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.get(i).giveBack(uses.get(i).use().uses())) {
                    used.add(batch.get(i));
                }
            }
            throw later;
        }
    }
}
