package io.weir.service.envoy;

import io.weir.service.http.Forbidden;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may ask for the limits of Envoy: callers with the check token, or with an API key that may check.
 *
 * @param tokens whether a caller with this Authorization header has the token
 * @param keys whether a caller with this Authorization header, from this address, has an API key that may check
 */
record EnvoyCallers(Predicate<@Nullable String> tokens, BiPredicate<@Nullable String, @Nullable SocketAddress> keys) {

    /**
     * Whether a call with these Authorization headers is allowed; a call with more than one is not.
     *
     * @throws Forbidden if the API key is valid but lacks the scope
     */
    boolean mayCheck(@Nullable Iterable<String> authorizations, @Nullable SocketAddress peer) {
        if (authorizations == null) {
            return tokens.test(null);
        }
        Iterator<String> each = authorizations.iterator();
        String first = each.hasNext() ? each.next() : null;
        return !each.hasNext() && (tokens.test(first) || keys.test(first, peer));
    }
}
