package io.weir.policyfile.envoy;

import io.weir.store.OnFailure;
import java.util.List;
import java.util.Optional;

/**
 * What a descriptor of a file says of the requests that meet it.
 *
 * @param counting empty if there is no limit to them
 * @param name by which others replace it; may be empty
 * @param replaces the names of limits that do not count where this one is met
 */
public record DescriptorLimit(
        Optional<Counting> counting, String name, List<String> replaces, OnFailure onFailure, Manner manner) {

    /** How much a limit has to say. */
    public enum Manner {
        /** Who is over it is over. */
        ENFORCED,

        /** It counts, but nobody is over it. */
        SHADOW,

        /** Who is over all quotas is over. */
        QUOTA
    }

    public DescriptorLimit {
        replaces = List.copyOf(replaces);
    }

    /** A limit that a request brings along. */
    public static DescriptorLimit ofRequest(Allowance allowance, DeniedHits deniedHits) {
        return new DescriptorLimit(
                Optional.of(allowance.counting(deniedHits)), "", List.of(), OnFailure.LOCAL, Manner.ENFORCED);
    }
}
