package io.weir.service.http.connection;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All open connections, bounded in number and in the bytes of request bodies that wait for their answers.
 *
 * <p>When a bound is reached, another client is disconnected: the one that keeps the service waiting longest, or the one with the
 * largest body. It is looked for in a sample of the connections, so that finding it costs the same however many there are. Thread-safe.
 */
public final class Connections {

    private static final int SAMPLE = 16;

    /** A connection in the table. */
    interface Client {

        /**
         * The time since which the client keeps the service waiting, in nanoseconds; {@link Long#MAX_VALUE} while it does not.
         */
        long waitingSinceNanos();

        /** The bytes of bodies of pending requests of this client. */
        AtomicLong heldBytes();

        /** Closes the connection; any thread may call it. */
        void disconnect();
    }

    /** A client with its index in the table; -1 when it is in no table. */
    static final class Entry {
        private final Client client;
        private int place = -1;

        private Entry(Client client) {
            this.client = client;
        }
    }

    private final @Nullable Entry[] entries;
    private final long mostHeldBytes;
    private final AtomicLong heldBytes = new AtomicLong();
    private int count;

    public Connections(int most, long mostHeldBytes) {
        this.entries = new Entry[most];
        this.mostHeldBytes = mostHeldBytes;
    }

    /** Accepts a client, in the place of a slower one if the table is full. Returns null if all others are being served. */
    synchronized @Nullable Entry enter(Client client) {
        if (count == entries.length) {
            Entry slowest = mostOf(entry -> -entry.client.waitingSinceNanos());
            if (slowest == null || slowest.client.waitingSinceNanos() == Long.MAX_VALUE) {
                return null;
            }
            leave(slowest);
            slowest.client.disconnect();
        }
        Entry entry = new Entry(client);
        entry.place = count;
        entries[count++] = entry;
        return entry;
    }

    /** Removes a client and the bytes that were counted for it. */
    synchronized void leave(Entry entry) {
        release(entry, Long.MAX_VALUE);
        if (entry.place >= 0) {
            Entry last = entryAt(--count);
            entries[entry.place] = last;
            last.place = entry.place;
            entries[count] = null;
            entry.place = -1;
        }
    }

    /**
     * Counts bytes that are held for a client until {@link #release}; disconnects the clients with the most bytes above the bound.
     */
    void hold(Entry entry, int bytes) {
        entry.client.heldBytes().addAndGet(bytes);
        if (heldBytes.addAndGet(bytes) > mostHeldBytes) {
            relieve(entry);
        }
    }

    void release(Entry entry, long bytes) {
        long before = entry.client.heldBytes().getAndUpdate(held -> held - Math.min(held, bytes));
        heldBytes.addAndGet(-Math.min(before, bytes));
    }

    private synchronized void relieve(Entry cause) {
        while (heldBytes.get() > mostHeldBytes) {
            Entry largest = mostOf(entry -> entry.client.heldBytes().get());
            Entry victim = largest != null
                            && largest.client.heldBytes().get()
                                    > cause.client.heldBytes().get()
                    ? largest
                    : cause;
            leave(victim);
            victim.client.disconnect();
            if (victim == cause) {
                return;
            }
        }
    }

    /** The entry with the largest value in a sample of the table. */
    private @Nullable Entry mostOf(ToLongFunction<Entry> value) {
        Entry most = null;
        long largest = Long.MIN_VALUE;
        for (int i = 0; i < SAMPLE && count > 0; i++) {
            Entry entry = entryAt(ThreadLocalRandom.current().nextInt(count));
            long of = value.applyAsLong(entry);
            if (of > largest) {
                most = entry;
                largest = of;
            }
        }
        return most;
    }

    private Entry entryAt(int place) {
        return Objects.requireNonNull(entries[place]);
    }

    synchronized int count() {
        return count;
    }

    long heldBytes() {
        return heldBytes.get();
    }
}
