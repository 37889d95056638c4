package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.KeyName;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/** The slot of a call's marker on a Cluster: that of the first charge which is free for retries, so that one script decides both. */
final class MarkerSlot {

    private MarkerSlot() {}

    /** The charges, their marker with a hash tag that says its slot. */
    static List<Charge> assign(List<Charge> charges) {
        int last = charges.size() - 1;
        if (!charges.get(last).isMarker()) {
            return charges;
        }
        for (Charge charge : charges) {
            if (charge.effect().isOnce()) {
                List<Charge> assigned = new ArrayList<>(charges);
                assigned.set(last, beside(charge, charges.get(last)));
                return List.copyOf(assigned);
            }
        }
        return charges;
    }

    /** A key that would become too long stays as it is, which is right in any slot. */
    private static Charge beside(Charge charge, Charge marker) {
        String key = "{" + KeyName.of(charge) + "}:" + marker.key();
        return key.length() > Charge.MOST_KEY_CHARACTERS
                ? marker
                : new Charge(
                        key,
                        marker.limit(),
                        marker.cost(),
                        marker.effect(),
                        marker.onFailure(),
                        marker.scope(),
                        marker.rule());
    }
}
