package io.weir.guard.key.verify;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a snapshot soon after keys changed, and every hour, which shows how old the keys in it are. A pause of 20 times what
 * the last writing took keeps large snapshots from occupying the disk.
 */
final class SnapshotWriter implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SnapshotWriter.class.getName());
    private static final long MOST_UNWRITTEN_MICROS = Duration.ofHours(1).toNanos() / 1_000;
    private static final int PAUSE = 20;

    private record Offer(KeyTable table, long changeNumber, Instant takenAt) {}

    private final SnapshotFile file;
    private final RegistryConfig config;
    // Guarded by this.
    private @Nullable Offer last;
    private long writtenChange = -1;
    private long writtenAtMicros;
    private long tookMicros;

    SnapshotWriter(SnapshotFile file, RegistryConfig config) {
        this.file = file;
        this.config = config;
    }

    /** Returns what was written before; empty if that cannot be used. */
    Optional<KeySnapshot> read() {
        try {
            return file.read();
        } catch (IOException unusable) {
            LOG.log(Level.ERROR, "The snapshot of the keys cannot be used", unusable);
            return Optional.empty();
        }
    }

    /** Takes note of how the table is now, and writes it when it is time to. */
    synchronized void offer(KeyTable table, long changeNumber, Instant takenAt) {
        last = new Offer(table, changeNumber, takenAt);
        long pause = config.scheduler().elapsedMicros() - writtenAtMicros;
        boolean changed = changeNumber != writtenChange;
        if (writtenChange < 0 || (changed ? pause >= PAUSE * tookMicros : pause >= MOST_UNWRITTEN_MICROS)) {
            write(last);
        }
    }

    private void write(Offer offer) {
        long started = config.scheduler().elapsedMicros();
        try {
            file.write(new KeySnapshot(
                    offer.changeNumber,
                    offer.takenAt,
                    offer.table.entries().stream().map(KeyEntry::stored).toList()));
            writtenChange = offer.changeNumber;
        } catch (IOException unwritable) {
            LOG.log(Level.WARNING, "The snapshot of the keys cannot be written", unwritable);
        }
        writtenAtMicros = config.scheduler().elapsedMicros();
        tookMicros = writtenAtMicros - started;
    }

    /** Writes the last state that was offered. */
    @Override
    public synchronized void close() {
        if (last != null) {
            write(last);
        }
    }
}
