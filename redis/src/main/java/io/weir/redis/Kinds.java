package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What many charges have in common, which {@code charge_calls.lua} is told once. Kinds are numbered from 1. */
final class Kinds {

    private record Kind(Limit limit, long cost, Effect effect) {

        boolean isOf(Charge charge) {
            return cost == charge.cost()
                    && effect == charge.effect()
                    && (limit == charge.limit() || limit.equals(charge.limit()));
        }

        boolean isPlain() {
            return effect == Effect.ENFORCED && limit.algorithm() != Algorithm.SLIDING_WINDOW;
        }
    }

    private final List<Kind> kinds = new ArrayList<>();

    short numberOf(Charge charge) {
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).isOf(charge)) {
                return (short) (i + 1);
            }
        }
        kinds.add(new Kind(charge.limit(), charge.cost(), charge.effect()));
        return (short) kinds.size();
    }

    /** Whether all are enforced, on counters that are texts. */
    boolean arePlain() {
        return kinds.stream().allMatch(Kind::isPlain);
    }

    void write(Arguments arguments) {
        write(null, arguments);
    }

    /** All with that effect instead of their own. */
    void write(@Nullable String effect, Arguments arguments) {
        arguments.value(kinds.size());
        for (Kind kind : kinds) {
            String own = kind.effect().name().toLowerCase(Locale.ROOT);
            arguments
                    .value(kind.limit().algorithm())
                    .value(effect == null ? own : effect)
                    .numbers(kind.limit(), kind.cost());
        }
    }
}
