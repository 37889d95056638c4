package io.weir.service.envoy.decide;

import io.weir.limit.Decision;
import io.weir.policyfile.internal.envoy.Counting;
import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import java.util.List;

/** What became of a descriptor of a request. */
public sealed interface DescriptorOutcome {

    /** The descriptor was not counted. */
    enum Uncounted implements DescriptorOutcome {
        /** No limit matches, or another limit replaces the matching one. */
        UNMATCHED,

        /** The matching entry of the files is unlimited. */
        UNLIMITED
    }

    /**
     * The descriptor was counted.
     *
     * @param isOver whether the hits are over the limit, even if the limit only watches
     * @param returned the hits that were given back after the decision
     */
    record Counted(DescriptorLimit limit, Counting counting, Decision decision, boolean isOver, long returned)
            implements DescriptorOutcome {

        /** How many requests are left. */
        public long remaining() {
            long most = counting.allowance().requests();
            long left = counting.left(decision);
            return returned >= most - left ? most : Math.max(0, left + returned);
        }

        /** Whether the code of this descriptor is OVER_LIMIT. */
        public boolean saysOver() {
            return isOver && limit.manner() != Manner.SHADOW;
        }
    }

    /** Whether a request is over its limits: one limit is exceeded, or the request has quotas and all of them are. */
    static boolean isOver(List<DescriptorOutcome> outcomes) {
        int quotas = 0;
        int quotasOver = 0;
        for (DescriptorOutcome outcome : outcomes) {
            if (outcome instanceof Counted counted) {
                if (counted.limit().manner() == Manner.QUOTA) {
                    quotas++;
                    quotasOver += counted.isOver() ? 1 : 0;
                } else if (counted.saysOver()) {
                    return true;
                }
            }
        }
        return quotas > 0 && quotas == quotasOver;
    }
}
