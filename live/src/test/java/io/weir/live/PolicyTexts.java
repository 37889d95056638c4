package io.weir.live;

import io.weir.policyfile.PolicyText;
import java.util.List;

/** Policies for tests. */
final class PolicyTexts {

    private PolicyTexts() {}

    /** Returns a policy with one rule, {@code orders}, that counts callers on all paths. */
    static List<PolicyText> orders(String limit) {
        return file("rules:\n  - {name: orders, per: caller, limit: " + limit + "}\n");
    }

    static List<PolicyText> file(String text) {
        return List.of(new PolicyText("policy.yml", text));
    }
}
