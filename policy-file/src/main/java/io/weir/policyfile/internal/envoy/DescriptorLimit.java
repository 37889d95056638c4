package io.weir.policyfile.internal.envoy;

import io.weir.store.OnFailure;
import java.util.List;
import java.util.Optional;

/**
 * The limit of a descriptor in a file.
 *
 * @param counting empty if the requests are unlimited
 * @param name the name by which other limits replace this one; may be empty
 * @param replaces the names of limits that do not apply to requests to which this one applies
 */
public record DescriptorLimit(
        Optional<Counting> counting, String name, List<String> replaces, OnFailure onFailure, Manner manner) {

    /** The effect of a limit. */
    public enum Manner {
        /** A request over this limit is rejected. */
        ENFORCED,

        /** The limit counts, but rejects no request. */
        SHADOW,

        /** A request is rejected if it is over all its quotas. */
        QUOTA
    }

    public DescriptorLimit {
        replaces = List.copyOf(replaces);
    }

    /** Returns a limit that a request carries itself. */
    public static DescriptorLimit ofRequest(Allowance allowance, DeniedHits deniedHits) {
        return new DescriptorLimit(
                Optional.of(allowance.counting(deniedHits)), "", List.of(), OnFailure.LOCAL, Manner.ENFORCED);
    }
}
