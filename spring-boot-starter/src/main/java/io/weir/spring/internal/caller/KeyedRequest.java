package io.weir.spring.internal.caller;

import io.weir.classify.IpAddress;
import io.weir.http.HttpRequest;
import io.weir.spring.KnownKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request with its query, which remembers the API key that was found in it. Limits and authentication both ask for the key,
 * and each request counts as one use of it. Not thread-safe: one thread at a time asks.
 */
public final class KeyedRequest implements HttpRequest {

    private final HttpRequest request;
    private final String query;

    private boolean lookedUp;
    private Optional<KnownKey> key = Optional.empty();

    /** @param query as it was sent; null if there is none */
    public KeyedRequest(HttpRequest request, @Nullable String query) {
        this.request = request;
        this.query = query == null ? "" : query;
    }

    @Override
    public String query() {
        return query;
    }

    Optional<KnownKey> key(Function<KeyedRequest, Optional<KnownKey>> lookup) {
        if (!lookedUp) {
            key = lookup.apply(this);
            lookedUp = true;
        }
        return key;
    }

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public String target() {
        return request.target();
    }

    @Override
    public String host() {
        return request.host();
    }

    @Override
    public Optional<IpAddress> peer() {
        return request.peer();
    }

    @Override
    public List<String> header(String name) {
        return request.header(name);
    }

    @Override
    public List<String> headerNames() {
        return request.headerNames();
    }

    @Override
    public boolean secure() {
        return request.secure();
    }

    @Override
    public String protocol() {
        return request.protocol();
    }
}
