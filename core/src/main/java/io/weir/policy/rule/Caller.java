package io.weir.policy.rule;

import java.util.Map;
import java.util.Optional;

/**
 * The authenticated sender of a request.
 *
 * @param apiKey the id of the key, never the secret itself
 * @param claims the claims of a verified token
 */
public record Caller(
        Optional<String> user,
        Optional<String> apiKey,
        Optional<String> tenant,
        Optional<String> tier,
        Map<String, String> claims) {

    public static final Caller ANONYMOUS =
            new Caller(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

    public Caller {
        user = user.filter(Caller::isNamed);
        apiKey = apiKey.filter(Caller::isNamed);
        tenant = tenant.filter(Caller::isNamed);
        tier = tier.filter(Caller::isNamed);
        claims = Map.copyOf(claims);
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
        return new Caller(Optional.of(name), apiKey, tenant, tier, claims);
    }

    public Caller withApiKey(String id) {
        return new Caller(user, Optional.of(id), tenant, tier, claims);
    }

    public Caller withTenant(String name) {
        return new Caller(user, apiKey, Optional.of(name), tier, claims);
    }

    public Caller withTier(String name) {
        return new Caller(user, apiKey, tenant, Optional.of(name), claims);
    }

    public Caller withClaims(Map<String, String> others) {
        return new Caller(user, apiKey, tenant, tier, others);
    }

    public boolean isAnonymous() {
        return user.isEmpty() && apiKey.isEmpty();
    }
}
