package io.weir.spring.internal.guard;

import io.weir.classify.IpAddress;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.spring.ApiKeys;
import io.weir.spring.KnownKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The API keys of the configuration and of the registry, which is asked second. Each use of a key that is known but refused,
 * such as a revoked one, is recorded in the audit.
 */
record RegisteredApiKeys(ApiKeys configured, ApiKeyRegistry registry, AuditTrail audit) implements ApiKeys {

    @Override
    public Optional<KnownKey> find(String secret) {
        return find(secret, Optional.empty());
    }

    @Override
    public Optional<KnownKey> find(String secret, Optional<IpAddress> from) {
        return configured.find(secret, from).or(() -> registered(secret, from));
    }

    private Optional<KnownKey> registered(String secret, Optional<IpAddress> from) {
        KeyVerification found = registry.verify(new KeyCheck(secret, from, Set.of()));
        if (!found.isValid()) {
            found.id().ifPresent(id -> recordRefusal(id, found));
        }
        return found.key().map(RegisteredApiKeys::known);
    }

    private static KnownKey known(ApiKey key) {
        return new KnownKey(
                key.id(),
                key.terms().tier(),
                key.terms().tenant(),
                key.terms().scopes(),
                key.terms().limit().map(limit -> limit));
    }

    private void recordRefusal(String id, KeyVerification found) {
        String subject = "api-key:" + id;
        audit.record(AuditEvent.of(Instant.now(), AuditKind.CREDENTIAL_FORGED, subject, subject)
                .withOutcome(AuditOutcome.DENIED)
                .withDetail("code", found.code().text()));
    }
}
