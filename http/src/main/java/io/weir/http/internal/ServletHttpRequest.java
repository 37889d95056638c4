package io.weir.http.internal;

import io.weir.classify.IpAddress;
import io.weir.http.HttpRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Presents a servlet request as an {@link HttpRequest}. */
public record ServletHttpRequest(HttpServletRequest request) implements HttpRequest {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String target() {
        String uri = request.getRequestURI();
        String context = request.getContextPath();
        if (context == null || context.isEmpty() || !uri.startsWith(context)) {
            return uri;
        }
        return uri.length() == context.length() ? "/" : uri.substring(context.length());
    }

    @Override
    public String host() {
        String name = request.getServerName();
        return name == null ? "" : name;
    }

    @Override
    public Optional<IpAddress> peer() {
        @Nullable String address = request.getRemoteAddr();
        if (address == null) {
            return Optional.empty();
        }
        int zone = address.indexOf('%');
        return AddressCache.read(zone < 0 ? address : address.substring(0, zone));
    }

    @Override
    public List<String> header(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        return lines == null || !lines.hasMoreElements() ? List.of() : Collections.list(lines);
    }

    @Override
    public List<String> headerNames() {
        Enumeration<String> names = request.getHeaderNames();
        return names == null ? List.of() : Collections.list(names);
    }

    @Override
    public CompletionStage<Optional<String>> field(List<String> names) {
        if (!(request instanceof FormRequest form)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        try {
            return CompletableFuture.completedStage(form.field(names));
        } catch (FormTooLargeException tooLarge) {
            return CompletableFuture.failedStage(tooLarge);
        }
    }

    @Override
    public String query() {
        String query = request.getQueryString();
        return query == null ? "" : query;
    }

    @Override
    public boolean secure() {
        return request.isSecure();
    }

    @Override
    public String protocol() {
        String protocol = request.getProtocol();
        return protocol == null ? "" : protocol;
    }
}
