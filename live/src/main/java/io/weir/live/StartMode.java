package io.weir.live;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import java.util.List;
import java.util.stream.Stream;

/** The mode that a process was started with. No rule exceeds it in that process, whatever the policy says. */
record StartMode(Mode most) {

    Policy cap(Policy policy) {
        Mode capped = policy.mode().and(most);
        return capped == policy.mode() ? policy : policy.withMode(capped);
    }

    /** Returns the other explanations, with one for the cap first if it weakens the policy. */
    List<String> explain(Policy policy, List<String> others) {
        if (policy.mode().and(most) == policy.mode()) {
            return others;
        }
        String why = "the mode " + policy.mode().word()
                + " of the policy has no effect on this instance, because it was started with mode " + most.word();
        return Stream.concat(Stream.of(why), others.stream()).toList();
    }
}
