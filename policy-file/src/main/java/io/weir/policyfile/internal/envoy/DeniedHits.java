package io.weir.policyfile.internal.envoy;

/** Whether the hits of a request that is over one of its limits are counted. */
public enum DeniedHits {
    /** Denied hits are counted in every limit, as envoyproxy/ratelimit does. */
    COUNTED,

    /** Denied hits are counted in no limit. */
    FREE
}
