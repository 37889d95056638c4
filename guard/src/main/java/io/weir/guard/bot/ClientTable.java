package io.weir.guard.bot;

import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The records of a fixed number of clients, in sets of eight places. A keyed hash says in which set a client is, so nobody can aim
 * at the set of another client. If a set is full, the least suspicious of its clients is forgotten, and of several the one that
 * has been away for longest. Thread-safe.
 */
final class ClientTable {

    private static final int WAYS = 8;
    private static final int LOCKS = 256;

    private final long[] table;
    private final int sets;
    private final Object[] locks = Stream.generate(Object::new).limit(LOCKS).toArray();

    ClientTable(int places) {
        this.table = new long[places * ClientRecord.LONGS];
        this.sets = places / WAYS;
    }

    /** Changes the record of a client, which is a new one if the client is unknown. */
    void update(long client, Consumer<ClientRecord> change) {
        long hash = client == 0 ? 1 : client;
        int set = set(hash);
        synchronized (locks[set % LOCKS]) {
            change.accept(place(set, hash));
        }
    }

    /** Returns a copy of the record of a client, which is an empty one if the client is unknown. */
    ClientRecord copy(long client) {
        long hash = client == 0 ? 1 : client;
        int set = set(hash);
        long[] copy = new long[ClientRecord.LONGS];
        synchronized (locks[set % LOCKS]) {
            for (int way = 0; way < WAYS; way++) {
                int base = base(set, way);
                if (table[base] == hash) {
                    System.arraycopy(table, base, copy, 0, copy.length);
                }
            }
        }
        copy[0] = hash;
        return new ClientRecord(copy, 0);
    }

    /** The highest bits choose the set. */
    private int set(long hash) {
        return (int) ((hash >>> 40) % sets);
    }

    private static int base(int set, int way) {
        return (set * WAYS + way) * ClientRecord.LONGS;
    }

    private ClientRecord place(int set, long hash) {
        ClientRecord least = new ClientRecord(table, base(set, 0));
        for (int way = 0; way < WAYS; way++) {
            ClientRecord each = new ClientRecord(table, base(set, way));
            if (each.hash() == hash) {
                return each;
            }
            least = isRatherForgotten(each, least) ? each : least;
        }
        least.begin(hash);
        return least;
    }

    /** A free place has no score, and was never used. */
    private static boolean isRatherForgotten(ClientRecord one, ClientRecord other) {
        return one.score() == other.score() ? one.lastMicros() < other.lastMicros() : one.score() < other.score();
    }
}
