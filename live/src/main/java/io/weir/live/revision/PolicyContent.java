package io.weir.live.revision;

import io.weir.policyfile.PolicyText;
import java.util.List;

/**
 * Everything that determines the limits of a fleet at one time.
 *
 * @param files the policy as it is written
 * @param runtime the settings made at run time, in addition to the files
 */
public record PolicyContent(List<PolicyText> files, RuntimeSettings runtime) {

    /** A policy without rules. */
    public static final PolicyContent EMPTY = new PolicyContent(List.of(), RuntimeSettings.NONE);

    public PolicyContent {
        files = List.copyOf(files);
    }

    public PolicyContent withRuntime(RuntimeSettings other) {
        return new PolicyContent(files, other);
    }
}
