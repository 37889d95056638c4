package io.weir.spring;

import io.weir.limit.Limit;
import java.util.Optional;
import java.util.Set;

/**
 * An API key that was found valid.
 *
 * @param id the name of the key in rules, counters and overrides; never the secret itself
 * @param scopes what the key may do, such as {@code orders:read}
 * @param limit the key's own limit, instead of the one of rules that count API keys or callers over all paths
 */
public record KnownKey(
        String id, Optional<String> tier, Optional<String> tenant, Set<String> scopes, Optional<Limit> limit) {

    public KnownKey {
        scopes = Set.copyOf(scopes);
    }

    public static KnownKey of(String id) {
        return new KnownKey(id, Optional.empty(), Optional.empty(), Set.of(), Optional.empty());
    }

    public KnownKey withTier(String name) {
        return new KnownKey(id, Optional.of(name), tenant, scopes, limit);
    }

    public KnownKey withTenant(String name) {
        return new KnownKey(id, tier, Optional.of(name), scopes, limit);
    }

    public KnownKey withScopes(String... names) {
        return new KnownKey(id, tier, tenant, Set.of(names), limit);
    }

    public KnownKey withLimit(Limit own) {
        return new KnownKey(id, tier, tenant, scopes, Optional.of(own));
    }
}
