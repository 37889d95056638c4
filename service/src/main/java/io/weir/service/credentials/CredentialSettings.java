package io.weir.service.credentials;

import io.weir.guard.jwt.JwtConfig;
import io.weir.guard.secret.Pepper;
import java.util.Optional;

/**
 * The settings of credentials and receipts.
 *
 * @param tokens which tokens are accepted; empty if none can be verified
 * @param pepper the secret of receipts if there is no database of keys, whose pepper is used otherwise
 */
public record CredentialSettings(Optional<JwtConfig> tokens, Optional<Pepper> pepper) {

    public static final CredentialSettings NONE = new CredentialSettings(Optional.empty(), Optional.empty());

    public CredentialSettings withTokens(JwtConfig accepted) {
        return new CredentialSettings(Optional.of(accepted), pepper);
    }

    public CredentialSettings withPepper(Pepper secret) {
        return new CredentialSettings(tokens, Optional.of(secret));
    }
}
