package io.weir.spring.internal.caller;

import io.weir.classify.spi.BypassAttempt;
import io.weir.http.HttpRequest;
import io.weir.policy.rule.Caller;
import io.weir.spring.ApiKey;
import io.weir.spring.ApiKeys;
import io.weir.spring.Callers;
import io.weir.spring.internal.settings.RateLimitProperties;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Identifies callers by API keys, by the authenticated principal, and by the claims of its token. */
public final class VerifiedCallers implements Callers {

    private static final int LONGEST_SECRET = 512;

    private final RateLimitProperties settings;
    private final ApiKeys keys;
    private final Function<Principal, Map<String, String>> claims;
    private final Consumer<BypassAttempt> attempts;

    /**
     * @param claims returns the claims of a principal that was authenticated by a token
     * @param attempts receives each unknown API key as a suspected bypass attempt
     */
    public VerifiedCallers(
            RateLimitProperties settings,
            ApiKeys keys,
            Function<Principal, Map<String, String>> claims,
            Consumer<BypassAttempt> attempts) {
        this.settings = settings;
        this.keys = keys;
        this.claims = claims;
        this.attempts = attempts;
    }

    /** An unknown key makes the caller anonymous, so that invented keys do not yield fresh counters. */
    @Override
    public Caller before(HttpRequest request) {
        List<String> presented = request.header(settings.apiKeyHeader());
        if (presented.isEmpty()) {
            return Caller.ANONYMOUS;
        }
        Optional<ApiKey> known = presented.size() == 1 ? find(presented.get(0)) : Optional.empty();
        if (known.isEmpty()) {
            attempts.accept(BypassAttempt.FORGED_CREDENTIAL);
        }
        return known.map(key -> new Caller(Optional.empty(), Optional.of(key.id()), key.tenant(), key.tier(), Map.of()))
                .orElse(Caller.ANONYMOUS);
    }

    private Optional<ApiKey> find(String secret) {
        return secret.isBlank() || secret.length() > LONGEST_SECRET ? Optional.empty() : keys.find(secret);
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
                claimed);
    }

    private static Optional<String> claim(Map<String, String> claimed, String name) {
        return Optional.ofNullable(claimed.get(name)).filter(value -> !value.isBlank());
    }
}
