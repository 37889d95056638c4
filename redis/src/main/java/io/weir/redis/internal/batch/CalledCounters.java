package io.weir.redis.internal.batch;

import io.weir.limit.spi.State;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.store.Charge;
import io.weir.store.spi.StateTally;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * The counters of some calls, each once, and the charges of each call on them, in the form that
 * {@code charge_calls.lua} expects.
 */
final class CalledCounters {

    private static final int BYTES_OF_A_CALL = Short.BYTES;
    private static final int BYTES_OF_A_CHARGE = 2 * Short.BYTES + 1;

    private final List<BatchCounter> counters;
    private final ChargeKinds kinds;
    private final List<List<Charge>> calls;

    /** For each call, the counters of its charges. */
    private final BatchCounter[][] ofCalls;

    private CalledCounters(
            List<BatchCounter> counters,
            ChargeKinds kinds,
            List<List<Charge>> calls,
            Function<Charge, BatchCounter> counterOf) {
        this.counters = counters;
        this.kinds = kinds;
        this.calls = calls;
        this.ofCalls = new BatchCounter[calls.size()][];
        for (int call = 0; call < ofCalls.length; call++) {
            List<Charge> charges = calls.get(call);
            ofCalls[call] = new BatchCounter[charges.size()];
            for (int i = 0; i < charges.size(); i++) {
                ofCalls[call][i] = counterOf.apply(charges.get(i));
            }
        }
    }

    /**
     * If each counter is charged alike, Redis need decide the calls one by one only if there is not enough for all of
     * them.
     */
    static CalledCounters together(
            List<BatchCounter> counters, List<List<Charge>> calls, Function<Charge, BatchCounter> counterOf) {
        if (!counters.stream().allMatch(BatchCounter::isChargedAlike)) {
            return oneByOne(counters, calls, counterOf);
        }
        CounterGroups groups = new CounterGroups(counters);
        return new CalledCounters(groups.counters(), groups, calls, counterOf);
    }

    static CalledCounters oneByOne(
            List<BatchCounter> counters, List<List<Charge>> calls, Function<Charge, BatchCounter> counterOf) {
        return new CalledCounters(counters, new UngroupedKinds(), calls, counterOf);
    }

    BatchCounter[] ofCall(int call) {
        return ofCalls[call];
    }

    /** Returns the arguments for charging all calls. */
    void write(ScriptArguments arguments) {
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

    /** Returns the arguments for reading all counters without taking anything. */
    void writePeek(ScriptArguments arguments) {
        write(arguments, charge -> 'P');
    }

    private void write(ScriptArguments arguments, Function<Charge, Character> effect) {
        counters.forEach(counter -> arguments.key(counter.name()));
        int size = 0;
        for (BatchCounter[] charged : ofCalls) {
            size += BYTES_OF_A_CALL + charged.length * BYTES_OF_A_CHARGE;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (int call = 0; call < ofCalls.length; call++) {
            BatchCounter[] charged = ofCalls[call];
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

    /** Returns the state of a counter before the script. */
    StateTally[] tallies(ScriptReply reply) {
        StateTally[] tallies = new StateTally[counters.size()];
        for (BatchCounter counter : counters) {
            State before = reply.state(counter.index(), counter.charge().limit());
            tallies[counter.index()] = new StateTally(before);
        }
        return tallies;
    }
}
