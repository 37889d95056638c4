package io.weir.http;

import io.weir.classify.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An HTTP request, independent of the web framework. */
public interface HttpRequest {

    /** The method as the application sees it, after any {@code X-HTTP-Method-Override} was applied. */
    String method();

    /**
     * The path below the application's root as it was sent, with or without a query. An absolute URL is accepted too, and an
     * empty text is the root.
     */
    String target();

    /** The host name without the port; empty if unknown. */
    String host();

    /** The address of the connection's other end, which may be a proxy; empty if it has none, as on a Unix socket. */
    Optional<IpAddress> peer();

    /** All values of a header in their order; the name is case-insensitive. */
    List<String> header(String name);

    /** The names of all headers in their order; empty if the framework does not keep it. */
    default List<String> headerNames() {
        return List.of();
    }

    /** The query as it was sent, without the question mark; empty if there is none. */
    default String query() {
        return "";
    }

    /**
     * Returns the value of the first of these fields that an HTML form has, if the body is a form in the usual encoding. The
     * application can still read the body afterwards. Fails if the form has more than 64 KB.
     */
    default CompletionStage<Optional<String>> field(List<String> names) {
        return CompletableFuture.completedStage(Optional.empty());
    }

    /** Whether the client uses TLS, as far as the framework knows. */
    default boolean secure() {
        return false;
    }

    /** The protocol of the request, such as {@code HTTP/1.1}; empty if unknown. */
    default String protocol() {
        return "";
    }
}
