package io.weir.spring.internal.web.reactive;

import io.weir.classify.IpAddress;
import io.weir.http.HttpRequest;
import io.weir.spring.internal.caller.KeyedRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** Presents a request of WebFlux as an {@link HttpRequest}. */
record WebFluxHttpRequest(ServerHttpRequest request, Optional<GatedExchange> exchange) implements HttpRequest {

    /** Returns the same object for the same exchange, so that a key is looked up once. */
    static KeyedRequest keyed(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        String attribute = KeyedRequest.class.getName();
        KeyedRequest known = exchange.getAttribute(attribute);
        KeyedRequest keyed = known == null
                ? new KeyedRequest(
                        new WebFluxHttpRequest(request, Optional.empty()),
                        request.getURI().getRawQuery())
                : known;
        exchange.getAttributes().put(attribute, keyed);
        return keyed;
    }

    @Override
    public String method() {
        return request.getMethod().name();
    }

    @Override
    public String target() {
        String path = request.getPath().pathWithinApplication().value();
        return path.isEmpty() ? "/" : path;
    }

    @Override
    public String host() {
        URI uri = request.getURI();
        // URI.getHost() is null if the host contains characters that are invalid in host names, such as an underscore.
        String host = uri.getHost() == null ? uri.getRawAuthority() : uri.getHost();
        return host == null ? "" : host;
    }

    @Override
    public Optional<IpAddress> peer() {
        InetSocketAddress peer = request.getRemoteAddress();
        if (peer == null) {
            return Optional.empty();
        }
        return peer.getAddress() == null
                ? IpAddress.parse(peer.getHostString())
                : Optional.of(IpAddress.of(peer.getAddress()));
    }

    @Override
    public List<String> headerNames() {
        List<String> names = new ArrayList<>();
        request.getHeaders().forEach((name, values) -> names.add(name));
        return names;
    }

    @Override
    public CompletionStage<Optional<String>> field(List<String> names) {
        return exchange.<CompletionStage<Optional<String>>>map(
                        gated -> gated.field(names).toFuture())
                .orElseGet(() -> CompletableFuture.completedStage(Optional.empty()));
    }

    @Override
    public String query() {
        String query = request.getURI().getRawQuery();
        return query == null ? "" : query;
    }

    @Override
    public boolean secure() {
        return "https".equals(request.getURI().getScheme());
    }

    /** Uses only methods that exist in both supported lines of Spring; the parameter of HttpHeaders.get differs. */
    @Override
    public List<String> header(String name) {
        HttpHeaders headers = request.getHeaders();
        if (headers.getFirst(name) == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        headers.forEach((other, values) -> {
            if (other.equalsIgnoreCase(name)) {
                lines.addAll(values);
            }
        });
        return lines;
    }
}
