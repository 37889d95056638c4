package io.weir.client.patience;

import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is known of a call before it is sent.
 *
 * @param headers returns the first value of a header
 */
public record OutgoingCall(String method, URI uri, Function<String, Optional<String>> headers) {

    public Optional<String> header(String name) {
        return headers.apply(name);
    }

    /** Leaves out the query and the headers, which may hold secrets. */
    @Override
    public String toString() {
        return method + " " + uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }
}
