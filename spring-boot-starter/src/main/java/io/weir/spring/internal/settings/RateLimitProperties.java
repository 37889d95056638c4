package io.weir.spring.internal.settings;

import io.weir.http.HeaderStyle;
import java.net.URI;
import java.nio.file.Path;
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
 * The settings of the starter. The policy is written under the same prefix and is read by {@link ConfiguredPolicy}.
 *
 * @param enabled whether requests are limited at all
 * @param store where counters are kept: memory, or the address of a Redis such as redis://localhost
 * @param policyFile a policy in a file of its own, such as classpath:policy.yml or file:/etc/policy.yml
 * @param follow whether to follow the policy in Redis, which all following applications share and which can change while they
 *     run; as long as there is none, the application's own policy is in force
 * @param trustedProxies networks of proxies that are trusted to name the client's address
 * @param forwardingHeader the header in which those proxies name the client's address
 * @param exempt paths to which no rule applies, in addition to those of the actuator
 * @param maxHeld the most requests that may be held by leaky buckets at once
 * @param headers the rate limit headers of responses
 * @param apiKeyHeader the header in which callers send their API key
 * @param apiKeys the known API keys, by their ids
 * @param userClaim the claim of a token that names the user, instead of its subject
 * @param tierClaim the claim of a token that names the caller's tier
 * @param tenantClaim the claim of a token that names the caller's tenant
 * @param showSubjects whether the log and the actuator show the names of subjects instead of hashes
 * @param tracing whether each check is an observation, which is a span if the application traces
 * @param safeguards the behaviour while Redis is slow or fails
 * @param guard API keys and the audit in the application's database, challenges, and scores of bots
 * @param recaptcha the account for reCAPTCHA v3, as a short form of guard.challenge
 */
@ConfigurationProperties(RateLimitProperties.PREFIX)
public record RateLimitProperties(
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
        @DefaultValue Map<String, ConfiguredKey> apiKeys,
        @Nullable String userClaim,
        @DefaultValue("tier") String tierClaim,
        @DefaultValue("tenant") String tenantClaim,
        @DefaultValue("false") boolean showSubjects,
        @DefaultValue("false") boolean tracing,
        @DefaultValue Safeguarding safeguards,
        @DefaultValue Guard guard,
        @Nullable Recaptcha recaptcha) {

    public static final String PREFIX = "rate-limit";
    public static final String MEMORY = "memory";

    private static final Pattern CAPITAL = Pattern.compile("(?=[A-Z])");

    /**
     * The rate limit headers of responses.
     *
     * @param dialects the sets of headers to write: any of x-ratelimit, ratelimit and draft
     * @param limit the number that the headers call the limit: capacity or rate
     * @param jitter the largest random time added to Retry-After
     */
    record Headers(
            @DefaultValue("x-ratelimit") Set<HeaderStyle.Dialect> dialects,
            @DefaultValue("capacity") HeaderStyle.Shown limit,
            @DefaultValue("0s") Duration jitter) {}

    /**
     * An API key.
     *
     * @param sha256 the SHA-256 of the secret, as 64 hexadecimal digits
     * @param tier the tier of the key's owner
     * @param tenant the tenant of the key's owner
     * @param scopes what the key may do
     */
    public record ConfiguredKey(
            String sha256,
            @Nullable String tier,
            @Nullable String tenant,
            @DefaultValue Set<String> scopes) {}

    /**
     * API keys and the audit in the application's database. The text leaves out the pepper.
     *
     * @param pepper the secret of the installation, as 64 hexadecimal digits, which must not be in the database
     * @param pepperFile a file with the pepper, which only its owner may read and which is made if it does not exist
     * @param node the name of this instance in the audit, instead of the name of the application
     * @param keys the API keys
     * @param audit the audit
     * @param botScores whether requests get the facts bot and fingerprint, which rules may read
     * @param botCookie a cookie that the application sets in each response to a request without it; a client that never sends it
     *     back is rather taken for a bot
     * @param challenge the challenge that clients have to pass where a rule asks for one
     * @param protectLogins whether every AuthenticationManager of Spring Security asks the rules for logins, if the policy has any
     * @param blocks whether subjects can be blocked, by rules and by administrators
     * @param deviceCookie the cookie that proves that somebody has logged in on a device before
     */
    public record Guard(
            @Nullable String pepper,
            @Nullable Path pepperFile,
            @Nullable String node,
            @DefaultValue Keys keys,
            @DefaultValue Audit audit,
            @DefaultValue("false") boolean botScores,
            @Nullable String botCookie,
            @Nullable ChallengeAccount challenge,
            @DefaultValue("true") boolean protectLogins,
            @DefaultValue("false") boolean blocks,
            @DefaultValue DeviceCookie deviceCookie) {

        @Override
        public String toString() {
            return "Guard[pepperFile=" + pepperFile + ", node=" + node + ", keys=" + keys + ", audit=" + audit
                    + ", botScores=" + botScores + ", botCookie=" + botCookie + ", challenge=" + challenge + "]";
        }
    }

    /**
     * The cookie that proves that somebody has logged in on a device before.
     *
     * @param name the name of the cookie
     * @param secure whether browsers send it over encrypted connections only
     * @param age how long a device is known after its last login
     * @param after the step of a login that ends it, and sets the cookie: password or second-factor
     */
    public record DeviceCookie(
            @DefaultValue("weir_device") String name,
            @DefaultValue("true") boolean secure,
            @DefaultValue("180d") Duration age,
            @DefaultValue("password") LastStep after) {}

    /** The last step of a login. */
    public enum LastStep {
        PASSWORD,
        SECOND_FACTOR
    }

    /** The kind of challenge. */
    public enum ChallengeKind {
        RECAPTCHA,
        HCAPTCHA,
        TURNSTILE,
        PROOF_OF_WORK
    }

    /** What becomes of requests that need a challenge while the provider cannot be asked. */
    public enum WithoutProvider {
        DENY,
        PROOF_OF_WORK
    }

    /**
     * The challenge that clients have to pass where a rule asks for one. The text leaves out the secret.
     *
     * @param provider the kind of challenge: recaptcha, hcaptcha, turnstile or proof-of-work
     * @param siteKey the public key of the site at the provider
     * @param secret the secret of the site at the provider
     * @param hostnames the hosts on whose pages a challenge may be solved; without any, the provider checks that
     * @param threshold the lowest score of reCAPTCHA that passes, from 0 to 1
     * @param url the address that verifies answers, instead of the provider's own
     * @param onProviderFailure what becomes of requests that need a challenge while the provider is down: deny, or proof-of-work
     *     in its place
     */
    public record ChallengeAccount(
            ChallengeKind provider,
            @Nullable String siteKey,
            @Nullable String secret,
            @DefaultValue Set<String> hostnames,
            @DefaultValue("0.5") double threshold,
            @Nullable URI url,
            @DefaultValue("deny") WithoutProvider onProviderFailure) {

        /** Rejects an account without a provider, which would be ignored. */
        public ChallengeAccount {
            if (provider == null) {
                throw new InvalidSettingException(
                        "rate-limit.guard.challenge.provider",
                        "is missing; write recaptcha, hcaptcha, turnstile or proof-of-work");
            }
        }

        @Override
        public String toString() {
            return "ChallengeAccount[" + provider + ", siteKey=" + siteKey + ", hostnames=" + hostnames + "]";
        }
    }

    /**
     * The account for reCAPTCHA v3. The text leaves out the secret.
     *
     * @param siteKey the public key of the site
     * @param secretKey the secret of the site
     * @param threshold the lowest score that passes, from 0 to 1
     */
    public record Recaptcha(
            @Nullable String siteKey,
            @Nullable String secretKey,
            @DefaultValue("0.5") double threshold) {

        @Override
        public String toString() {
            return "Recaptcha[siteKey=" + siteKey + ", threshold=" + threshold + "]";
        }
    }

    /**
     * API keys in the application's database.
     *
     * @param enabled whether API keys are kept in the application's database
     * @param header the header in which callers send their API key, instead of rate-limit.api-key-header
     * @param prefix the first word of each key, 2 to 8 small letters and digits
     * @param authenticate whether a valid key authenticates the request in Spring Security, with the key's scopes
     * @param snapshot a file from which keys are read when the application starts while its database is away
     * @param mostStale how long keys are accepted while the database is away
     */
    public record Keys(
            @DefaultValue("false") boolean enabled,
            @Nullable String header,
            @DefaultValue("weir") String prefix,
            @DefaultValue("false") boolean authenticate,
            @Nullable Path snapshot,
            @DefaultValue("24h") Duration mostStale) {}

    /**
     * The audit in the application's database.
     *
     * @param keep how long rows of the audit are kept, at least a day
     */
    public record Audit(@DefaultValue("400d") Duration keep) {}

    /**
     * The behaviour while Redis is slow or fails.
     *
     * @param deadline how long a request may wait for Redis
     * @param mostWaiting the most requests that may wait for Redis at once
     * @param localShare the share of each limit that this process grants while Redis is unreachable
     * @param mostDenials the most denials that are cached, so that Redis is not asked again
     */
    public record Safeguarding(
            @DefaultValue("50ms") Duration deadline,
            @DefaultValue("10000") int mostWaiting,
            @DefaultValue("1") double localShare,
            @DefaultValue("100000") int mostDenials) {}

    /** The header in which callers send their API key. */
    public String keyHeader() {
        return guard.keys().header() == null ? apiKeyHeader : guard.keys().header();
    }

    /** The names of all settings, without the prefix. */
    static List<String> names() {
        return Arrays.stream(RateLimitProperties.class.getRecordComponents())
                .map(component ->
                        CAPITAL.matcher(component.getName()).replaceAll("-").toLowerCase(Locale.ROOT))
                .toList();
    }
}
