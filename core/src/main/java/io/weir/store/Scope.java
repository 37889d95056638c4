package io.weir.store;

/** Who shares a counter. */
public enum Scope {
    /** All who use the store. */
    SHARED,

    /** Only this process, in its memory: decided before the shared ones, which are not asked if it denies. */
    NODE
}
