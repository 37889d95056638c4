package io.weir.guard.key.verify;

import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.KeyShelf.ChangedKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Keeps the table of keys as it is in the database, and the snapshot as the table is. */
final class KeyFeed implements AutoCloseable {

    private static final Logger LOG = System.getLogger(KeyFeed.class.getName());
    private static final int WARNED_AT = KeyTable.MOST_KEYS / 2;
    private static final long NEVER = Long.MIN_VALUE;

    private final KeyShelf shelf;
    private final RegistryConfig config;
    private final Optional<SnapshotWriter> snapshots;
    private final long mostStaleMicros;

    private volatile KeyTable table;

    /** On the clock of the scheduler, which the wall clock's corrections do not move. */
    private volatile long freshAtMicros = NEVER;

    private volatile boolean databaseUp;

    // Guarded by this, as is the writing of the table.
    private long lastChange;
    private boolean warned;

    KeyFeed(KeyShelf shelf, RegistryConfig config) {
        this.shelf = shelf;
        this.config = config;
        this.snapshots =
                config.snapshot().map(file -> new SnapshotWriter(new SnapshotFile(file, config.pepper()), config));
        this.mostStaleMicros = config.mostStale().toNanos() / 1_000;
        this.table = emptyTable();
    }

    private KeyTable emptyTable() {
        return new KeyTable(config.format(), KeyTable.MOST_KEYS);
    }

    KeyTable table() {
        return table;
    }

    boolean isFresh() {
        long fresh = freshAtMicros;
        return fresh != NEVER && config.scheduler().elapsedMicros() - fresh <= mostStaleMicros;
    }

    RegistryStatus status() {
        long fresh = freshAtMicros;
        Optional<Duration> age = fresh == NEVER
                ? Optional.empty()
                : Optional.of(Duration.of(config.scheduler().elapsedMicros() - fresh, ChronoUnit.MICROS));
        return new RegistryStatus(table.size(), age, databaseUp, table.isFull());
    }

    void start() {
        databaseUp = true;
        poll();
        if (!databaseUp) {
            readSnapshot();
        }
    }

    private synchronized void readSnapshot() {
        snapshots.flatMap(SnapshotWriter::read).ifPresent(snapshot -> {
            snapshot.keys().forEach(table::put);
            lastChange = snapshot.changeNumber();
            Duration age = Duration.between(snapshot.takenAt(), config.now());
            freshAtMicros = config.scheduler().elapsedMicros() - Math.max(0, age.toNanos() / 1_000);
            LOG.log(Level.WARNING, "The database is away; keys are those of " + snapshot.takenAt());
        });
    }

    /** Reads what changed. While the database is away, everything stays as it is. */
    synchronized void poll() {
        long startedAt = config.scheduler().elapsedMicros();
        Instant takenAt = config.now();
        whileReachable(() -> {
            readChanges();
            freshAtMicros = startedAt;
            long change = lastChange;
            snapshots.ifPresent(each -> config.scheduler().execute(() -> each.offer(table, change, takenAt)));
        });
    }

    private void readChanges() {
        long current = shelf.changeNumber();
        if (current < lastChange) {
            LOG.log(Level.WARNING, "The database has an older state than before; all keys are read again");
            KeyTable restored = emptyTable();
            lastChange = read(restored, 0);
            table = restored;
        } else if (current > lastChange) {
            lastChange = Math.max(read(table, lastChange), current);
        }
        if (!warned && table.size() >= WARNED_AT) {
            warned = true;
            LOG.log(
                    Level.WARNING,
                    table.size() + " keys are in memory; more than " + KeyTable.MOST_KEYS + " are not accepted");
        }
    }

    private long read(KeyTable into, long since) {
        long[] last = {since};
        shelf.changesSince(since, (ChangedKey changed) -> {
            into.put(changed.key());
            last[0] = changed.number();
        });
        return last[0];
    }

    /** Runs what needs the database, and notes whether it could be reached. */
    void whileReachable(Runnable work) {
        try {
            work.run();
            if (!databaseUp) {
                LOG.log(Level.INFO, "The database of the keys can be reached again");
            }
            databaseUp = true;
        } catch (KeysUnavailableException away) {
            if (databaseUp) {
                LOG.log(Level.WARNING, "The database of the keys cannot be reached; keys stay as they are", away);
            }
            databaseUp = false;
        }
    }

    @Override
    public synchronized void close() {
        snapshots.ifPresent(SnapshotWriter::close);
    }
}
