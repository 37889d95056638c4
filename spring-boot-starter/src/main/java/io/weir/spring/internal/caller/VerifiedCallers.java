package io.weir.spring.internal.caller;

import io.weir.http.HttpRequest;
import io.weir.policy.rule.Caller;
import io.weir.spring.Callers;
import io.weir.spring.KnownKey;
import io.weir.spring.internal.settings.RateLimitProperties;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Identifies callers by API keys, by the authenticated principal, and by the claims of its token. */
public final class VerifiedCallers implements Callers {

    private final RateLimitProperties settings;
    private final PresentedKeys keys;
    private final Function<Principal, Map<String, String>> claims;

    /** @param claims returns the claims of a principal that was authenticated by a token */
    public VerifiedCallers(
            RateLimitProperties settings, PresentedKeys keys, Function<Principal, Map<String, String>> claims) {
        this.settings = settings;
        this.keys = keys;
        this.claims = claims;
    }

    /** An unknown key makes the caller anonymous, so that invented keys do not yield fresh counters. */
    @Override
    public Caller before(HttpRequest request) {
        return keys.of(request).map(VerifiedCallers::caller).orElse(Caller.ANONYMOUS);
    }

    private static Caller caller(KnownKey key) {
        return new Caller(
                Optional.empty(), Optional.of(key.id()), key.tenant(), key.tier(), Map.of(), key.scopes(), key.limit());
    }

    @Override
    public Caller after(Caller before, Principal authenticated) {
        Map<String, String> claimed = claims.apply(authenticated);
        String name = Optional.ofNullable(settings.userClaim())
                .flatMap(claim -> claim(claimed, claim))
                .orElse(authenticated.getName());
        if (name == null || name.isBlank()) {
            return before;
        }
        return new Caller(
                Optional.of(name),
                before.apiKey(),
                claim(claimed, settings.tenantClaim()).or(before::tenant),
                claim(claimed, settings.tierClaim()).or(before::tier),
                claimed,
                before.scopes(),
                before.ownLimit());
    }

    private static Optional<String> claim(Map<String, String> claimed, String name) {
        return Optional.ofNullable(claimed.get(name)).filter(value -> !value.isBlank());
    }
}
