package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.KeyName;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the marker of a call on a Cluster into the slot of the first charge that is free for retries, so that one script
 * decides both.
 */
final class MarkerSlot {

    private MarkerSlot() {}

    /** Returns the charges, with a hash tag in the marker's key that selects this slot. */
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

    /** A key that would become too long stays as it is; that is correct in any slot. */
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
