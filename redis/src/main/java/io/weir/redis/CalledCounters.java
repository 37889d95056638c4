package io.weir.redis;

import io.weir.limit.State;
import io.weir.store.Charge;
import io.weir.store.StateTally;
import java.nio.ByteBuffer;
import java.util.List;

/** The counters of some calls, each once, and which of them the calls charge, as {@code charge_calls.lua} takes them. */
final class CalledCounters {

    private static final String NO_TOTALS = "none";

    private final List<Counter> counters;
    private final int[][] countersOfCalls;
    private final short[][] kindsOfCalls;
    private final Kinds kinds = new Kinds();

    /** For each call, the counters of its charges by their index. */
    CalledCounters(List<Counter> counters, List<Waiting> calls, int[][] countersOfCalls) {
        this.counters = counters;
        this.countersOfCalls = countersOfCalls;
        this.kindsOfCalls = new short[countersOfCalls.length][];
        for (int call = 0; call < kindsOfCalls.length; call++) {
            List<Charge> charges = calls.get(call).charges();
            kindsOfCalls[call] = new short[charges.size()];
            for (int i = 0; i < charges.size(); i++) {
                kindsOfCalls[call][i] = kinds.numberOf(charges.get(i));
            }
        }
    }

    int[] ofCall(int call) {
        return countersOfCalls[call];
    }

    /** To charge all calls. */
    void write(Arguments arguments) {
        counters.forEach(counter -> arguments.key(counter.name()));
        kinds.write(arguments);
        writeTotals(arguments);
        writeCalls(arguments);
    }

    /** To look at all counters without taking anything. */
    void writeLook(Arguments arguments) {
        counters.forEach(counter -> arguments.key(counter.name()));
        kinds.write("peek", arguments);
        arguments.value(NO_TOTALS);
        writeCalls(arguments);
    }

    /** For each counter the kind and the number of its charges, if all of them are of one kind. */
    private void writeTotals(Arguments arguments) {
        short[] kindOfCounter = new short[counters.size()];
        short[] counts = new short[counters.size()];
        boolean oneKindEach = kinds.arePlain();
        for (int call = 0; oneKindEach && call < countersOfCalls.length; call++) {
            for (int i = 0; i < countersOfCalls[call].length; i++) {
                int counter = countersOfCalls[call][i];
                short kind = kindsOfCalls[call][i];
                oneKindEach &= kindOfCounter[counter] == 0 || kindOfCounter[counter] == kind;
                kindOfCounter[counter] = kind;
                counts[counter]++;
            }
        }
        if (!oneKindEach) {
            arguments.value(NO_TOTALS);
            return;
        }
        ByteBuffer totals = ByteBuffer.allocate(2 * Short.BYTES * counts.length);
        for (int i = 0; i < counts.length; i++) {
            totals.putShort(kindOfCounter[i]).putShort(counts[i]);
        }
        arguments.value(totals.array());
    }

    /** For each charge its counter and its kind, both counted from 1. */
    private void writeCalls(Arguments arguments) {
        for (int call = 0; call < countersOfCalls.length; call++) {
            int[] charged = countersOfCalls[call];
            ByteBuffer bytes = ByteBuffer.allocate(2 * Short.BYTES * charged.length);
            for (int i = 0; i < charged.length; i++) {
                bytes.putShort((short) (charged[i] + 1)).putShort(kindsOfCalls[call][i]);
            }
            arguments.value(bytes.array());
        }
    }

    /** What was there before the script did anything. */
    StateTally[] tallies(Reply reply) {
        StateTally[] tallies = new StateTally[counters.size()];
        for (Counter counter : counters) {
            State before = reply.state(counter.index(), counter.charge().limit());
            tallies[counter.index()] = new StateTally(before);
        }
        return tallies;
    }
}
