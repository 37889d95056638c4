package io.weir.policyfile.envoy;

/** What becomes of the hits of a request that is over one of its limits. */
public enum DeniedHits {
    /** They are counted in every limit, as envoyproxy/ratelimit does. */
    COUNTED,

    /** They take nothing from any. */
    FREE
}
