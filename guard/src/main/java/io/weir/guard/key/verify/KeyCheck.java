package io.weir.guard.key.verify;

import io.weir.classify.IpAddress;
import java.util.Optional;
import java.util.Set;

/**
 * A key that a client presents, and what it wants with it. Its text leaves out the key.
 *
 * @param from the client's address; without one, a key that is restricted to networks is refused
 * @param scopes what the key must be good for
 */
public record KeyCheck(String presented, Optional<IpAddress> from, Set<String> scopes) {

    public KeyCheck {
        scopes = Set.copyOf(scopes);
    }

    public static KeyCheck of(String presented) {
        return new KeyCheck(presented, Optional.empty(), Set.of());
    }

    public KeyCheck withFrom(IpAddress address) {
        return new KeyCheck(presented, Optional.of(address), scopes);
    }

    public KeyCheck withScopes(String... names) {
        return new KeyCheck(presented, from, Set.of(names));
    }

    @Override
    public String toString() {
        return "KeyCheck[from=" + from + ", scopes=" + scopes + "]";
    }
}
