package io.weir.policy;

import io.weir.classify.Cidr;
import io.weir.policy.rule.Request;
import java.util.Optional;

/**
 * Names requests that match no rule: those of a network, or those of an authenticated user or API key. An unverified
 * claim of a client is no bypass.
 */
public record Bypass(String name, Optional<Cidr> network, Optional<String> user, Optional<String> apiKey) {

    public Bypass {
        if (network.isEmpty() && user.isEmpty() && apiKey.isEmpty()) {
            throw new IllegalArgumentException("bypass " + name + " must name a network, a user or an API key");
        }
    }

    public static Bypass network(String name, Cidr network) {
        return new Bypass(name, Optional.of(network), Optional.empty(), Optional.empty());
    }

    public static Bypass user(String name, String user) {
        return new Bypass(name, Optional.empty(), Optional.of(user), Optional.empty());
    }

    public static Bypass apiKey(String name, String id) {
        return new Bypass(name, Optional.empty(), Optional.empty(), Optional.of(id));
    }

    boolean isFor(Request request) {
        return network.map(cidr -> request.address().map(cidr::contains).orElse(false))
                        .orElse(true)
                && user.map(name -> request.caller().user().filter(name::equals).isPresent())
                        .orElse(true)
                && apiKey.map(id -> request.caller().apiKey().filter(id::equals).isPresent())
                        .orElse(true);
    }
}
