package io.weir.guard.jwt;

import io.weir.policy.rule.Caller;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a valid token says.
 *
 * @param others all claims that are texts, numbers or flags
 */
public record JwtClaims(
        String subject,
        Optional<String> tier,
        Optional<String> tenant,
        Set<String> scopes,
        Instant expires,
        Map<String, String> others) {

    public JwtClaims {
        scopes = Set.copyOf(scopes);
        others = Map.copyOf(others);
    }

    /** The caller in the rules of a policy. */
    public Caller caller() {
        return new Caller(Optional.of(subject), Optional.empty(), tenant, tier, others).withScopes(scopes);
    }
}
