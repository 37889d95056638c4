package io.weir.store;

/** What a charge does to its counter and to the answer. */
public enum Effect {
    /** Taken only if all enforced and counted charges of the call fit; denies the call otherwise. */
    ENFORCED,

    /** Decided alone after the call was allowed, so that its counter moves as if enforced; never changes the answer. */
    SHADOW,

    /**
     * Always taken, and denies the call when it does not fit: then a fixed window counts on beyond its limit, and others give all that
     * is left. What did not fit is not given back by a receipt.
     */
    COUNTED
}
