package io.weir.spring;

import io.weir.classify.IpAddress;
import java.util.Optional;

/** Looks up API keys. Called for every request that presents a key, on threads that must not block; must be thread-safe. */
@FunctionalInterface
public interface ApiKeys {

    /** Returns the key with a secret; empty if there is none or the key is no longer valid. */
    Optional<KnownKey> find(String secret);

    /**
     * Returns the key with a secret if it may be used from the client's address. Override this method if keys are restricted
     * to networks.
     *
     * @param from empty if the address is unknown
     */
    default Optional<KnownKey> find(String secret, Optional<IpAddress> from) {
        return find(secret);
    }
}
