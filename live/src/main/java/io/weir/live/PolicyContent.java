package io.weir.live;

import io.weir.policyfile.PolicyText;
import java.util.List;

/** All that governs a fleet at one time: a policy as it is written, and what is set beside it. */
public record PolicyContent(List<PolicyText> files, Switches switches) {

    /** Nothing is limited. */
    public static final PolicyContent EMPTY = new PolicyContent(List.of(), Switches.NONE);

    public PolicyContent {
        files = List.copyOf(files);
    }

    PolicyContent with(Switches others) {
        return new PolicyContent(files, others);
    }
}
