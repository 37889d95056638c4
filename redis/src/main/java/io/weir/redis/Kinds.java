package io.weir.redis;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What many charges have in common, which {@code charge_calls.lua} is told once. */
final class Kinds {

    private record Kind(Limit limit, long cost, String effect) {}

    private final Function<Charge, String> effect;
    private final Map<Kind, Integer> numbers = new LinkedHashMap<>();

    Kinds(Function<Charge, String> effect) {
        this.effect = effect;
    }

    private Kind kind(Charge charge) {
        return new Kind(charge.limit(), charge.cost(), effect.apply(charge));
    }

    void add(Charge charge) {
        numbers.putIfAbsent(kind(charge), numbers.size() + 1);
    }

    void write(Arguments arguments) {
        arguments.value(numbers.size());
        for (Kind kind : numbers.keySet()) {
            arguments.value(kind.limit().algorithm()).value(kind.effect()).numbers(kind.limit(), kind.cost());
        }
    }

    /** One call: for each charge its counter and its kind, both counted from 1, as two bytes each. */
    @SuppressWarnings("NullAway") // Every charge has been added.
    void write(List<Charge> charges, int[] counters, Arguments arguments) {
        ByteBuffer call = ByteBuffer.allocate(charges.size() * 2 * Short.BYTES);
        for (int i = 0; i < counters.length; i++) {
            call.putShort((short) (counters[i] + 1));
            call.putShort(numbers.get(kind(charges.get(i))).shortValue());
        }
        arguments.value(call.array());
    }
}
