package io.weir.spring.internal.caller;

import io.weir.classify.IpAddress;
import io.weir.classify.spi.BypassAttempt;
import io.weir.http.HttpRequest;
import io.weir.http.RequestReader;
import io.weir.spring.ApiKeys;
import io.weir.spring.KnownKey;
import io.weir.spring.internal.settings.RateLimitProperties;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds the valid API key that a request presents in its header. A key that is not valid, and one in the query, is counted as
 * a forged credential.
 */
public final class PresentedKeys {

    private static final int LONGEST_SECRET = 512;

    private final ApiKeys keys;
    private final String header;
    private final Pattern secretInQuery;
    private final RequestReader reader;
    private final Consumer<BypassAttempt> attempts;

    /**
     * @param reader tells the client's address
     * @param attempts receives each key that is not valid
     */
    PresentedKeys(RateLimitProperties settings, ApiKeys keys, RequestReader reader, Consumer<BypassAttempt> attempts) {
        this.keys = keys;
        this.header = settings.keyHeader();
        this.secretInQuery =
                Pattern.compile("=" + Pattern.quote(settings.guard().keys().prefix()) + "_(live|test)_");
        this.reader = reader;
        this.attempts = attempts;
    }

    /** Returns the key of a request. A request that is asked for again gives the same key. */
    public Optional<KnownKey> of(HttpRequest request) {
        return request instanceof KeyedRequest keyed ? keyed.key(this::findIn) : find(request);
    }

    private Optional<KnownKey> findIn(KeyedRequest request) {
        if (!request.query().isEmpty() && secretInQuery.matcher(request.query()).find()) {
            attempts.accept(BypassAttempt.FORGED_CREDENTIAL);
        }
        return find(request);
    }

    private Optional<KnownKey> find(HttpRequest request) {
        List<String> presented = request.header(header);
        if (presented.isEmpty()) {
            return Optional.empty();
        }
        Optional<KnownKey> known =
                presented.size() == 1 ? find(presented.get(0), clientAddress(request)) : Optional.empty();
        if (known.isEmpty()) {
            attempts.accept(BypassAttempt.FORGED_CREDENTIAL);
        }
        return known;
    }

    private Optional<KnownKey> find(String secret, Optional<IpAddress> from) {
        return secret.isBlank() || secret.length() > LONGEST_SECRET ? Optional.empty() : keys.find(secret, from);
    }

    private Optional<IpAddress> clientAddress(HttpRequest request) {
        return request.peer()
                .map(peer -> reader.proxies().trusts(peer)
                        ? reader.proxies()
                                .caller(
                                        peer,
                                        reader.forwarding(),
                                        request.header(reader.forwarding().name()))
                        : peer);
    }
}
