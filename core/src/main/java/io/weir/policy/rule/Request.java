package io.weir.policy.rule;

import io.weir.classify.IpAddress;
import io.weir.classify.spi.HostName;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request with all properties that rules may read.
 *
 * @param host as {@link HostName} reads it
 * @param path as {@link io.weir.classify.spi.RequestPath} reads it: decoded, and without {@code //}, {@code .} or
 *     {@code ..}
 * @param address empty if the caller has none, as on a Unix socket
 * @param headers by their names in lower case
 * @param key the key of a check that names its key directly
 * @param permits how many permits are requested; a rule's cost is multiplied by it
 * @param facts what {@linkplain io.weir.policy.Classifier classifiers} have found out, such as the account of a login
 *     or the band of a bot score; never what the client alone says
 */
public record Request(
        String method,
        String host,
        String path,
        Optional<IpAddress> address,
        Caller caller,
        Map<String, String> headers,
        Optional<String> key,
        long permits,
        Map<String, String> facts) {

    static final String IDEMPOTENCY_KEY = "idempotency-key";
    private static final String CHALLENGE = "challenge";
    private static final String PASSED = "passed";

    public Request {
        method = method.toUpperCase(Locale.ROOT);
        host = HostName.read(host);
        headers = Map.copyOf(headers);
        facts = Map.copyOf(facts);
    }

    /** Creates a request without facts. */
    public Request(
            String method,
            String host,
            String path,
            Optional<IpAddress> address,
            Caller caller,
            Map<String, String> headers,
            Optional<String> key,
            long permits) {
        this(method, host, path, address, caller, headers, key, permits, Map.of());
    }

    public static Request of(String method, String path) {
        return new Request(method, "", path, Optional.empty(), Caller.ANONYMOUS, Map.of(), Optional.empty(), 1);
    }

    /** Returns a request that consists of a key only. */
    public static Request ofKey(String key, long permits) {
        return new Request("", "", "", Optional.empty(), Caller.ANONYMOUS, Map.of(), Optional.of(key), permits);
    }

    public Request withHost(String other) {
        return new Request(method, other, path, address, caller, headers, key, permits, facts);
    }

    public Request withAddress(IpAddress other) {
        return new Request(method, host, path, Optional.of(other), caller, headers, key, permits, facts);
    }

    public Request withCaller(Caller other) {
        return new Request(method, host, path, address, other, headers, key, permits, facts);
    }

    public Request withHeader(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name.toLowerCase(Locale.ROOT), value);
        return new Request(method, host, path, address, caller, more, key, permits, facts);
    }

    public Request withPermits(long other) {
        return new Request(method, host, path, address, caller, headers, key, other, facts);
    }

    /** Returns the request with one more fact, which replaces one of the same name. */
    public Request withFact(String name, String value) {
        Map<String, String> more = new HashMap<>(facts);
        more.put(name, value);
        return new Request(method, host, path, address, caller, headers, key, permits, more);
    }

    /** Returns whether a classifier has found that a crawler sends the request, which has proved who it is. */
    public boolean isOfVerifiedCrawler() {
        return BotBands.VERIFIED.equals(facts.get(BotBands.FACT));
    }

    /** Returns the request as one whose sender has passed a challenge, so that rules do not ask for another one. */
    public Request withChallengePassed() {
        return withFact(CHALLENGE, PASSED);
    }

    public boolean hasPassedChallenge() {
        return !facts.isEmpty() && PASSED.equals(facts.get(CHALLENGE));
    }

    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public Optional<String> idempotencyKey() {
        return header(IDEMPOTENCY_KEY);
    }
}
