package io.weir.client.patience;

/** When a lane spaces its calls by the limit that the server states in its headers. */
public enum Pacing {
    /** Never: a lane only closes after a refusal and opens again. */
    OFF,

    /** From a refusal on, until no call waits or is under way and half of the limit is free again. */
    AFTER_REFUSAL,

    /** As soon as the server states a limit, so that most refusals never happen. */
    AHEAD
}
