package io.weir.store;

/** What a charge does to its counter and to the answer. */
public enum Effect {
    /** Taken only if all enforced and counted charges of the call fit; denies the call otherwise. */
    ENFORCED,

    /** Decided alone after the call was allowed, so that its counter moves as if enforced; never changes the answer. */
    SHADOW,

    /** Always taken: all that is left, when it does not fit. Denies the call then. */
    COUNTED
}
