package io.weir.spring;

import java.util.Optional;

/** Looks up API keys. Called for every request that presents a key, on threads that must not block; must be thread-safe. */
@FunctionalInterface
public interface ApiKeys {

    /** Returns the key with a secret; empty if there is none or the key is no longer valid. */
    Optional<ApiKey> find(String secret);
}
