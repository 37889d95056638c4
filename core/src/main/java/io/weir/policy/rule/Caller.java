package io.weir.policy.rule;

import io.weir.limit.Limit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The authenticated sender of a request.
 *
 * @param apiKey the id of the key, never the secret itself
 * @param claims the claims of a verified token
 * @param scopes what the credential permits, such as {@code orders:read}; rules do not read them
 * @param ownLimit the limit that was given to the API key, instead of the one of rules that count API keys or callers
 *     over all paths
 */
public record Caller(
        Optional<String> user,
        Optional<String> apiKey,
        Optional<String> tenant,
        Optional<String> tier,
        Map<String, String> claims,
        Set<String> scopes,
        Optional<Limit> ownLimit) {

    public static final Caller ANONYMOUS =
            new Caller(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

    public Caller {
        user = user.filter(Caller::isNamed);
        apiKey = apiKey.filter(Caller::isNamed);
        tenant = tenant.filter(Caller::isNamed);
        tier = tier.filter(Caller::isNamed);
        claims = Map.copyOf(claims);
        scopes = Set.copyOf(scopes);
    }

    /** Creates a caller without scopes and without a limit of its own. */
    public Caller(
            Optional<String> user,
            Optional<String> apiKey,
            Optional<String> tenant,
            Optional<String> tier,
            Map<String, String> claims) {
        this(user, apiKey, tenant, tier, claims, Set.of(), Optional.empty());
    }

    /** Treats a blank name as missing. */
    private static boolean isNamed(String name) {
        return !name.isBlank();
    }

    public static Caller user(String name) {
        return new Caller(Optional.of(name), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
    }

    public static Caller apiKey(String id) {
        return new Caller(Optional.empty(), Optional.of(id), Optional.empty(), Optional.empty(), Map.of());
    }

    public Caller withUser(String name) {
        return new Caller(Optional.of(name), apiKey, tenant, tier, claims, scopes, ownLimit);
    }

    public Caller withApiKey(String id) {
        return new Caller(user, Optional.of(id), tenant, tier, claims, scopes, ownLimit);
    }

    public Caller withTenant(String name) {
        return new Caller(user, apiKey, Optional.of(name), tier, claims, scopes, ownLimit);
    }

    public Caller withTier(String name) {
        return new Caller(user, apiKey, tenant, Optional.of(name), claims, scopes, ownLimit);
    }

    public Caller withClaims(Map<String, String> others) {
        return new Caller(user, apiKey, tenant, tier, others, scopes, ownLimit);
    }

    public Caller withScopes(Set<String> others) {
        return new Caller(user, apiKey, tenant, tier, claims, others, ownLimit);
    }

    public Caller withOwnLimit(Limit other) {
        return new Caller(user, apiKey, tenant, tier, claims, scopes, Optional.of(other));
    }

    public boolean isAnonymous() {
        return user.isEmpty() && apiKey.isEmpty();
    }
}
