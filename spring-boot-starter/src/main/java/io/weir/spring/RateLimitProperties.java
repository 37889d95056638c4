package io.weir.spring;

import io.weir.http.HeaderStyle;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings beside the policy, which stands under the same prefix.
 *
 * @param enabled whether requests are limited at all
 * @param store where counters are kept: memory, or the address of a Redis such as redis://localhost
 * @param policyFile a policy in a file of its own, such as classpath:policy.yml or file:/etc/policy.yml
 * @param follow whether the policy is that in Redis, which all who follow it share and which is changed while they run; the
 *     application's own is in force as long as there is none
 * @param trustedProxies networks of proxies whose word on the caller's address is taken
 * @param forwardingHeader the header in which those proxies give the caller's address
 * @param exempt paths that meet no rule, beside those of the actuator
 * @param maxHeld how many requests may wait for their turn in a leaky bucket at once
 * @param headers what responses say of limits
 * @param apiKeyHeader the header in which callers send their API key
 * @param apiKeys the API keys that are known, by their ids
 * @param userClaim the claim of a token that names the user, instead of its subject
 * @param tierClaim the claim of a token that names the caller's tier
 * @param tenantClaim the claim of a token that names the caller's tenant
 * @param showSubjects whether the log and the actuator show subjects by their names, not by a hash of them
 * @param tracing whether each check is an observation, and so a span where the application traces
 * @param safeguards how to live with a Redis that may fail
 */
@ConfigurationProperties(RateLimitProperties.PREFIX)
record RateLimitProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue(RateLimitProperties.MEMORY) String store,
        @Nullable String policyFile,
        @DefaultValue("false") boolean follow,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue("X-Forwarded-For") String forwardingHeader,

        @DefaultValue({"/health/**", "/healthz", "/livez", "/readyz"})
        List<String> exempt,

        @DefaultValue("10000") int maxHeld,
        @DefaultValue Headers headers,
        @DefaultValue("X-API-Key") String apiKeyHeader,
        @DefaultValue Map<String, KnownKey> apiKeys,
        @Nullable String userClaim,
        @DefaultValue("tier") String tierClaim,
        @DefaultValue("tenant") String tenantClaim,
        @DefaultValue("false") boolean showSubjects,
        @DefaultValue("false") boolean tracing,
        @DefaultValue Safeguarding safeguards) {

    static final String PREFIX = "rate-limit";
    static final String MEMORY = "memory";

    private static final Pattern CAPITAL = Pattern.compile("(?=[A-Z])");

    /**
     * What responses say of limits.
     *
     * @param dialects the spellings of the headers: any of x-ratelimit, ratelimit and draft
     * @param limit the number that is called the limit: capacity or rate
     * @param jitter by how much, at most, Retry-After is longer than it need be
     */
    record Headers(
            @DefaultValue("x-ratelimit") Set<HeaderStyle.Dialect> dialects,
            @DefaultValue("capacity") HeaderStyle.Shown limit,
            @DefaultValue("0s") Duration jitter) {}

    /**
     * An API key.
     *
     * @param sha256 the SHA-256 of the secret, as 64 hexadecimal digits
     * @param tier the tier of whoever has it
     * @param tenant the tenant of whoever has it
     */
    record KnownKey(
            String sha256, @Nullable String tier, @Nullable String tenant) {}

    /**
     * How to live with a Redis that may fail.
     *
     * @param deadline how long a request may wait for Redis
     * @param mostWaiting how many requests may wait for it at once
     * @param localShare the part of a limit that this process grants by itself while Redis is gone
     * @param mostDenials how many denials are remembered, so as not to ask again
     */
    record Safeguarding(
            @DefaultValue("50ms") Duration deadline,
            @DefaultValue("10000") int mostWaiting,
            @DefaultValue("1") double localShare,
            @DefaultValue("100000") int mostDenials) {}

    /** The words that follow on the prefix. */
    static List<String> names() {
        return Arrays.stream(RateLimitProperties.class.getRecordComponents())
                .map(component ->
                        CAPITAL.matcher(component.getName()).replaceAll("-").toLowerCase(Locale.ROOT))
                .toList();
    }
}
