package io.weir.store;

/** What becomes of a charge when the shared store cannot be asked. */
public enum OnFailure {
    /** This process counts by itself until the store is back, with a full limit of its own. */
    LOCAL,

    /** The charge is left out. */
    OPEN,

    /** The whole call is denied, unless the charge is a {@link Effect#SHADOW}. */
    CLOSED
}
