package io.weir.redis;

import io.weir.limit.spi.State;
import io.weir.store.Charge;
import io.weir.store.spi.StateTally;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/** The counters of some calls, each once, and which of them the calls charge, as {@code charge_calls.lua} takes them. */
final class CalledCounters {

    private static final int BYTES_OF_A_CALL = Short.BYTES;
    private static final int BYTES_OF_A_CHARGE = 2 * Short.BYTES + 1;

    private final List<Counter> counters;
    private final Kinds kinds;
    private final List<List<Charge>> calls;

    /** For each call, the counters of its charges. */
    private final Counter[][] ofCalls;

    private CalledCounters(
            List<Counter> counters, Kinds kinds, List<List<Charge>> calls, Function<Charge, Counter> counterOf) {
        this.counters = counters;
        this.kinds = kinds;
        this.calls = calls;
        this.ofCalls = new Counter[calls.size()][];
        for (int call = 0; call < ofCalls.length; call++) {
            List<Charge> charges = calls.get(call);
            ofCalls[call] = new Counter[charges.size()];
            for (int i = 0; i < charges.size(); i++) {
                ofCalls[call][i] = counterOf.apply(charges.get(i));
            }
        }
    }

    /** Where each counter is charged alike, Redis need look at the calls one by one only if there is not enough for all. */
    static CalledCounters together(
            List<Counter> counters, List<List<Charge>> calls, Function<Charge, Counter> counterOf) {
        if (!counters.stream().allMatch(Counter::isChargedAlike)) {
            return oneByOne(counters, calls, counterOf);
        }
        Groups groups = new Groups(counters);
        return new CalledCounters(groups.counters(), groups, calls, counterOf);
    }

    static CalledCounters oneByOne(
            List<Counter> counters, List<List<Charge>> calls, Function<Charge, Counter> counterOf) {
        return new CalledCounters(counters, new LooseKinds(), calls, counterOf);
    }

    Counter[] ofCall(int call) {
        return ofCalls[call];
    }

    /** To charge all calls. */
    void write(Arguments arguments) {
        write(arguments, CalledCounters::letter);
    }

    private static char letter(Charge charge) {
        return switch (charge.effect()) {
            case ENFORCED -> 'E';
            case ENFORCED_ONCE -> 'e';
            case SHADOW -> 'S';
            case SHADOW_ONCE -> 's';
            case COUNTED -> 'C';
            case FREE -> 'F';
            case MARKER -> 'M';
        };
    }

    /** To look at all counters without taking anything. */
    void writeLook(Arguments arguments) {
        write(arguments, charge -> 'P');
    }

    private void write(Arguments arguments, Function<Charge, Character> effect) {
        counters.forEach(counter -> arguments.key(counter.name()));
        int size = 0;
        for (Counter[] charged : ofCalls) {
            size += BYTES_OF_A_CALL + charged.length * BYTES_OF_A_CHARGE;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (int call = 0; call < ofCalls.length; call++) {
            Counter[] charged = ofCalls[call];
            bytes.putShort((short) charged.length);
            for (int i = 0; i < charged.length; i++) {
                Charge charge = calls.get(call).get(i);
                bytes.putShort((short) (charged[i].index() + 1))
                        .putShort((short) (kinds.numberOf(charge, charged[i]) + 1))
                        .put((byte) effect.apply(charge).charValue());
            }
        }
        arguments.value(bytes.array());
        kinds.write(arguments);
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
