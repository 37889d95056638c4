package io.weir.service.credentials;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.classify.spi.BypassAttempt;
import io.weir.guard.jwt.JwtClaims;
import io.weir.guard.jwt.JwtVerifier;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.metrics.BypassAttempts;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import io.weir.service.guard.OpenGuard;
import io.weir.time.TimeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Verifies the credentials of a described request. If all of them are valid, their owner is the caller; if one is not, the caller
 * is anonymous, and the fact {@code credential} says why. Thread-safe.
 */
public final class CredentialChecks implements AutoCloseable {

    /** The fact about a credential that is not valid. */
    public static final String FACT = "credential";

    private final KeyVerifier keys;
    private final Optional<TokenVerifier> tokens;
    private final BypassAttempts attempts;
    private final CredentialMeters meters;

    private CredentialChecks(
            KeyVerifier keys, Optional<TokenVerifier> tokens, BypassAttempts attempts, CredentialMeters meters) {
        this.keys = keys;
        this.tokens = tokens;
        this.attempts = attempts;
        this.meters = meters;
    }

    /**
     * Checks against the keys of the guard and the tokens of the settings.
     *
     * @param guard the keys; empty as long as they are not known, and if there are none
     */
    public static CredentialChecks of(
            Supplier<Optional<OpenGuard>> guard, CredentialSettings settings, MeterRegistry registry) {
        return new CredentialChecks(
                new KeyVerifier(guard),
                settings.tokens()
                        .map(accepted ->
                                new TokenVerifier(JwtVerifier.of(accepted), new BadTokens(TimeSource.system()))),
                new BypassAttempts(registry),
                new CredentialMeters(registry));
    }

    /** The request with its real caller. Completes at once, unless a token has to be verified. */
    public CompletionStage<IdentifiedRequest> identify(Request described, PresentedCredentials presented) {
        Optional<KeyVerification> key = presented.apiKey().map(text -> keys.verify(text, described.address()));
        if (presented.bearer().isEmpty()) {
            return CompletableFuture.completedStage(identified(described, key, Optional.empty()));
        }
        String token = presented.bearer().get();
        return tokens.map(verifier -> verifier.verify(token, described.address()))
                .orElseGet(() -> CompletableFuture.completedFuture(CheckedToken.UNAVAILABLE))
                .thenApply(found -> identified(described, key, Optional.of(found)));
    }

    private IdentifiedRequest identified(
            Request described, Optional<KeyVerification> key, Optional<CheckedToken> token) {
        List<CheckedCredential> all = new ArrayList<>(2);
        key.ifPresent(found -> all.add(KeyVerifier.credential(found)));
        token.ifPresent(found -> all.add(found.credential()));
        all.forEach(this::count);
        Standing worst = all.stream()
                .map(CheckedCredential::standing)
                .max(Comparator.naturalOrder())
                .orElse(Standing.VALID);
        Request request = worst == Standing.VALID
                ? described.withCaller(caller(
                        described.caller(), key.flatMap(KeyVerification::key), token.flatMap(CheckedToken::claims)))
                : described.withCaller(Caller.ANONYMOUS).withFact(FACT, worst.text());
        return new IdentifiedRequest(request, all);
    }

    private void count(CheckedCredential credential) {
        meters.count(credential);
        if (credential.standing() == Standing.FORGED) {
            attempts.count(BypassAttempt.FORGED_CREDENTIAL);
        }
    }

    /** What a token says precedes what is known of a key, and both precede what the request is described with. */
    private static Caller caller(Caller described, Optional<ApiKey> key, Optional<JwtClaims> token) {
        Optional<KeyTerms> terms = key.map(ApiKey::terms);
        Map<String, String> claims = new HashMap<>(described.claims());
        token.ifPresent(claimed -> claims.putAll(claimed.others()));
        Set<String> scopes = new HashSet<>();
        terms.ifPresent(known -> scopes.addAll(known.scopes()));
        token.ifPresent(claimed -> scopes.addAll(claimed.scopes()));
        return new Caller(
                token.map(JwtClaims::subject).or(described::user),
                key.map(ApiKey::id).or(described::apiKey),
                token.flatMap(JwtClaims::tenant)
                        .or(() -> terms.flatMap(KeyTerms::tenant))
                        .or(described::tenant),
                token.flatMap(JwtClaims::tier)
                        .or(() -> terms.flatMap(KeyTerms::tier))
                        .or(described::tier),
                claims,
                scopes,
                terms.flatMap(known -> known.limit().map(limit -> limit)));
    }

    @Override
    public void close() {
        tokens.ifPresent(TokenVerifier::close);
    }
}
