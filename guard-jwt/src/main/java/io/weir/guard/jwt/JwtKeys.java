package io.weir.guard.jwt;

import io.weir.classify.IpAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Where the keys come from with which tokens are verified, and for which algorithms they are. */
public sealed interface JwtKeys {

    /** The algorithms that are accepted, by their names in a token. */
    Set<String> algorithms();

    /** The issuer's public keys at a URL, for RS256 and ES256. The URL is https, or on this machine. */
    static JwtKeys at(URI jwks) {
        return new Published(jwks, Set.of("RS256", "ES256"));
    }

    /** A secret that this API shares with the issuer, of 32 bytes at least, for HS256 and nothing else. */
    static JwtKeys ofSecret(String secret) {
        return new Shared(secret);
    }

    /** Public keys at a URL. */
    record Published(URI jwks, Set<String> algorithms) implements JwtKeys {

        private static final Set<String> POSSIBLE =
                Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

        public Published {
            algorithms = Set.copyOf(algorithms);
            if (algorithms.isEmpty() || !POSSIBLE.containsAll(algorithms)) {
                throw new IllegalArgumentException("The algorithms of tokens are some of " + new TreeSet<>(POSSIBLE)
                        + ", but were " + new TreeSet<>(algorithms));
            }
            if (!isHttps(jwks) && !isHere(jwks)) {
                throw new IllegalArgumentException(
                        "The keys of the issuer must come over https, or from this machine, but the URL is " + jwks);
            }
        }

        private static boolean isHttps(URI url) {
            return "https".equals(scheme(url)) && url.getHost() != null;
        }

        private static boolean isHere(URI url) {
            String host =
                    url.getHost() == null ? "" : url.getHost().replace("[", "").replace("]", "");
            boolean loopback = host.equals("localhost")
                    || IpAddress.parse(host)
                            .map(IpAddress::toString)
                            .map(address -> address.startsWith("127.") || address.equals("0:0:0:0:0:0:0:1"))
                            .orElse(false);
            return "http".equals(scheme(url)) && loopback;
        }

        private static String scheme(URI url) {
            return url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        }
    }

    /** A shared secret, which is never shown. */
    record Shared(String secret) implements JwtKeys {

        private static final int FEWEST_BYTES = 32;

        public Shared {
            if (secret.getBytes(StandardCharsets.UTF_8).length < FEWEST_BYTES) {
                throw new IllegalArgumentException(
                        "The secret of tokens must have " + FEWEST_BYTES + " bytes at least");
            }
        }

        @Override
        public Set<String> algorithms() {
            return Set.of("HS256");
        }

        @Override
        public String toString() {
            return "Shared[…]";
        }
    }
}
