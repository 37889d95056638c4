package io.weir.store;

/** The processes that share a counter. */
public enum Scope {
    /** All processes that use the store. */
    SHARED,

    /** Only this process, in its memory. Decided before shared charges; if it denies, these are not sent. */
    NODE
}
