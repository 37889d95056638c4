package io.weir.guard.bot;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tells whether a crawler is the one that its User-Agent names. Asked on the way of a request, so it answers from memory and never
 * asks a name server there. Must be thread-safe.
 */
@FunctionalInterface
public interface VerifiedCrawlers {

    /** Knows no crawler. */
    VerifiedCrawlers NONE = (name, address) -> false;

    /** Takes the word of a User-Agent that names a crawler, in lower case, such as {@code googlebot}. */
    boolean isVerified(String name, IpAddress address);

    /** Returns the crawlers that come from these networks, as their operators publish them. */
    static VerifiedCrawlers of(Map<String, List<Cidr>> networks) {
        Map<String, List<Cidr>> copy = networks.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        entry -> entry.getKey().toLowerCase(Locale.ROOT), entry -> List.copyOf(entry.getValue())));
        return (name, address) ->
                copy.getOrDefault(name, List.of()).stream().anyMatch(network -> network.contains(address));
    }
}
