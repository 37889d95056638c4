package io.weir.spring;

import java.util.Optional;

/** Knows API keys by their secrets. It is asked for every request that presents one, on threads that must not be made to wait. */
@FunctionalInterface
public interface ApiKeys {

    /** The key with that secret; empty if there is none, or it counts no more. */
    Optional<ApiKey> find(String secret);
}
