package io.weir.cli.serve;

import io.weir.cli.command.WeirOptions;
import io.weir.guard.jwt.JwtConfig;
import io.weir.guard.jwt.JwtKeys;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for tokens of {@code weir serve}, which {@code /evaluate} verifies. */
final class JwtOptions extends WeirOptions {

    private static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(1);

    @Option(
            names = "--jwt-issuer",
            paramLabel = "<name>",
            description =
                    "The issuer of the tokens that /evaluate verifies, as in their claim iss. Without it, no token is"
                            + " verified.")
    private @Nullable String issuer;

    @Option(names = "--jwt-audience", paramLabel = "<name>", description = "What the claim aud of tokens must name.")
    private @Nullable String audience;

    @Option(
            names = "--jwt-jwks",
            paramLabel = "<url>",
            description = "Where the issuer shows its public keys: https, or http on this machine.")
    private @Nullable String jwks;

    @Option(
            names = "--jwt-algorithms",
            paramLabel = "<name>",
            split = ",",
            description = "The algorithms of signatures that are accepted, RS256 and ES256 by default.")
    private Set<String> algorithms = Set.of();

    @Option(
            names = "--jwt-secret",
            paramLabel = "<secret>",
            description =
                    "Instead of --jwt-jwks: the secret that the issuer shares, of 32 bytes at least, for HS256 only."
                            + " Better set as WEIR_JWT_SECRET, since ps shows command lines.")
    private @Nullable String secret;

    @Option(
            names = "--jwt-max-lifetime",
            paramLabel = "<time>",
            defaultValue = "15min",
            description = "For how long a token may be valid in all, 15min by default.")
    private Duration longest = Duration.ZERO;

    /** The accepted tokens, if there are any, or an error that says which option is wrong and what is right. */
    Optional<JwtConfig> settings() {
        if (issuer == null && audience == null && jwks == null && secret == null && algorithms.isEmpty()) {
            return Optional.empty();
        }
        if (longest.compareTo(SHORTEST_LIFETIME) < 0) {
            throw wrong("--jwt-max-lifetime must be at least 1s");
        }
        try {
            return Optional.of(
                    JwtConfig.of(required("--jwt-issuer", issuer), required("--jwt-audience", audience), keys())
                            .withLongest(longest));
        } catch (IllegalArgumentException unusable) {
            throw wrong(String.valueOf(unusable.getMessage()));
        }
    }

    private String required(String option, @Nullable String given) {
        if (given == null || given.isBlank()) {
            throw wrong("tokens cannot be verified without " + option);
        }
        return given.strip();
    }

    private JwtKeys keys() {
        if (secret != null && jwks != null) {
            throw wrong(
                    "--jwt-jwks and --jwt-secret (WEIR_JWT_SECRET) are both set; keep the one that the issuer uses");
        }
        if (secret != null) {
            if (!algorithms.isEmpty()) {
                throw wrong("--jwt-algorithms is for --jwt-jwks; a --jwt-secret is for HS256 only");
            }
            return JwtKeys.ofSecret(secret.strip());
        }
        if (jwks == null) {
            throw wrong("tokens cannot be verified without --jwt-jwks, or --jwt-secret (WEIR_JWT_SECRET)");
        }
        JwtKeys usual = JwtKeys.at(url(jwks));
        return algorithms.isEmpty() ? usual : new JwtKeys.Published(url(jwks), algorithms);
    }

    private URI url(String text) {
        try {
            return new URI(text.strip());
        } catch (URISyntaxException unreadable) {
            throw wrong("--jwt-jwks must be a URL such as https://login.example.com/.well-known/jwks.json");
        }
    }
}
