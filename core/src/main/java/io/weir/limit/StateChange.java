package io.weir.limit;

/** A decision, and the state a store keeps after it: the very same state when there is nothing to write. */
public record StateChange(State next, Decision decision) {}
