package io.weir.guard.bot;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Headers in which a proxy says what it knows about a client. A client that sends them itself can only make its own score higher.
 *
 * @param reputation the header with the points of an address, from 0 to 60
 * @param hosting the header that says {@code true} for addresses of servers
 * @param ja4 the header with the JA4 fingerprint of the TLS handshake
 * @param contradicts whether a JA4 is impossible for a family of browsers: {@code chromium}, {@code firefox} or {@code safari}
 */
public record ProxySignals(
        Optional<String> reputation,
        Optional<String> hosting,
        Optional<String> ja4,
        BiPredicate<String, String> contradicts) {

    public static final ProxySignals NONE =
            new ProxySignals(Optional.empty(), Optional.empty(), Optional.empty(), (ja4, family) -> false);

    public ProxySignals {
        reputation = reputation.map(ProxySignals::lowerCase);
        hosting = hosting.map(ProxySignals::lowerCase);
        ja4 = ja4.map(ProxySignals::lowerCase);
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    public ProxySignals withReputation(String header) {
        return new ProxySignals(Optional.of(header), hosting, ja4, contradicts);
    }

    public ProxySignals withHosting(String header) {
        return new ProxySignals(reputation, Optional.of(header), ja4, contradicts);
    }

    /** Returns the signals with a JA4, and whether one is impossible for a family. */
    public ProxySignals withJa4(String header, BiPredicate<String, String> impossible) {
        return new ProxySignals(reputation, hosting, Optional.of(header), impossible);
    }

    Set<String> headers() {
        Set<String> names = new HashSet<>();
        reputation.ifPresent(names::add);
        hosting.ifPresent(names::add);
        ja4.ifPresent(names::add);
        return names;
    }
}
