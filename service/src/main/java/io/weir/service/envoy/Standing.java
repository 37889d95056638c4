package io.weir.service.envoy;

import io.weir.limit.Decision;
import io.weir.policyfile.internal.envoy.Counting;
import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import java.util.List;

/** How a descriptor of a request stands to its limit. */
public sealed interface Standing {

    /** It was not counted. */
    enum Uncounted implements Standing {
        /** There is no limit, or another one replaces it. */
        UNMATCHED,

        /** The files say that there is no limit. */
        UNLIMITED
    }

    /**
     * It was counted.
     *
     * @param isOver whether its hits are over the limit, whatever that has to say
     * @param returned hits that were given back after the decision
     */
    record Counted(DescriptorLimit limit, Counting counting, Decision decision, boolean isOver, long returned)
            implements Standing {

        /** How many requests are left. */
        long remaining() {
            long most = counting.allowance().requests();
            long left = counting.left(decision);
            return returned >= most - left ? most : Math.max(0, left + returned);
        }

        /** Whether the descriptor's own code says that it is over. */
        boolean saysOver() {
            return isOver && limit.manner() != Manner.SHADOW;
        }
    }

    /** Whether the request is over: one of its limits is, or it has quotas and all of them are. */
    static boolean isOver(List<Standing> standings) {
        int quotas = 0;
        int quotasOver = 0;
        for (Standing standing : standings) {
            if (standing instanceof Counted counted) {
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
