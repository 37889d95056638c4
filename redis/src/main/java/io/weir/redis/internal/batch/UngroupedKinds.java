package io.weir.redis.internal.batch;

import io.weir.limit.Limit;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/** Kinds of charges in any number on any counter. The script gets them as groups without keys. */
final class UngroupedKinds implements ChargeKinds {

    private record Kind(Limit limit, long cost) {

        boolean isOf(Charge charge) {
            return cost == charge.cost() && (limit == charge.limit() || limit.equals(charge.limit()));
        }
    }

    private final List<Kind> kinds = new ArrayList<>();

    @Override
    public int numberOf(Charge charge, BatchCounter counter) {
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).isOf(charge)) {
                return i;
            }
        }
        kinds.add(new Kind(charge.limit(), charge.cost()));
        return kinds.size() - 1;
    }

    @Override
    public void write(ScriptArguments arguments) {
        for (Kind kind : kinds) {
            arguments.numbers(0, 0, kind.limit(), kind.cost());
        }
    }
}
