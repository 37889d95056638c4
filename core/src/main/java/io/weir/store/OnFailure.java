package io.weir.store;

/** The treatment of a charge while the shared store cannot be asked. */
public enum OnFailure {
    /** This process decides with a counter of its own until the store is back. */
    LOCAL,

    /** The charge is skipped, as if it were allowed. */
    OPEN,

    /** The whole call is denied, unless the charge is a {@link Effect#SHADOW}. */
    CLOSED
}
