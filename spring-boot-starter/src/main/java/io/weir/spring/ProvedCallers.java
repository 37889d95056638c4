package io.weir.spring;

import io.weir.classify.BypassAttempt;
import io.weir.http.HttpRequest;
import io.weir.policy.Caller;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Callers by their API keys and by whoever authenticated them, with what their tokens claim. */
final class ProvedCallers implements Callers {

    private static final int LONGEST_SECRET = 512;

    private final RateLimitProperties settings;
    private final ApiKeys keys;
    private final Function<Principal, Map<String, String>> claims;
    private final Consumer<BypassAttempt> attempts;

    /**
     * @param claims what is claimed by the token of somebody who was authenticated by one
     * @param attempts is told of keys that nobody has
     */
    ProvedCallers(
            RateLimitProperties settings,
            ApiKeys keys,
            Function<Principal, Map<String, String>> claims,
            Consumer<BypassAttempt> attempts) {
        this.settings = settings;
        this.keys = keys;
        this.claims = claims;
        this.attempts = attempts;
    }

    /** Whoever presents a key that is not known is nobody, and so cannot have a counter for each that he makes up. */
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
