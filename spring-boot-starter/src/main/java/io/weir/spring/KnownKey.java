package io.weir.spring;

import java.util.Optional;
import java.util.Set;

/**
 * An API key that was found valid.
 *
 * @param id the name of the key in rules, counters and overrides; never the secret itself
 * @param scopes what the key may do, such as {@code orders:read}
 */
public record KnownKey(String id, Optional<String> tier, Optional<String> tenant, Set<String> scopes) {

    public KnownKey {
        scopes = Set.copyOf(scopes);
    }

    public static KnownKey of(String id) {
        return new KnownKey(id, Optional.empty(), Optional.empty(), Set.of());
    }

    public KnownKey withTier(String name) {
        return new KnownKey(id, Optional.of(name), tenant, scopes);
    }

    public KnownKey withTenant(String name) {
        return new KnownKey(id, tier, Optional.of(name), scopes);
    }

    public KnownKey withScopes(String... names) {
        return new KnownKey(id, tier, tenant, Set.of(names));
    }
}
