package io.weir.service.credentials;

import io.weir.classify.IpAddress;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyCode;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.service.guard.OpenGuard;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Verifies the API keys of described requests from memory. The use of a key that is known but refused is recorded in the audit. */
record KeyVerifier(Supplier<Optional<OpenGuard>> guard) {

    private static final KeyVerification UNAVAILABLE =
            new KeyVerification(KeyCode.UNAVAILABLE, Optional.empty(), Optional.empty());

    KeyVerification verify(String presented, Optional<IpAddress> from) {
        Optional<OpenGuard> opened = guard.get();
        if (opened.isEmpty()) {
            return UNAVAILABLE;
        }
        KeyVerification found = opened.get().registry().verify(new KeyCheck(presented, from, Set.of()));
        if (!found.isValid()) {
            found.id().ifPresent(id -> record(opened.get(), id, found));
        }
        return found;
    }

    private static void record(OpenGuard opened, String id, KeyVerification found) {
        String subject = "api-key:" + id;
        opened.trail()
                .record(AuditEvent.of(Instant.now(), AuditKind.CREDENTIAL_FORGED, subject, subject)
                        .withOutcome(AuditOutcome.DENIED)
                        .withDetail("code", found.code().text()));
    }

    static CheckedCredential credential(KeyVerification found) {
        Standing standing = switch (found.code()) {
            case VALID -> Standing.VALID;
            case UNAVAILABLE -> Standing.UNAVAILABLE;
            case MALFORMED, UNKNOWN, EXPIRED, REVOKED, DISABLED, WRONG_NETWORK, INSUFFICIENT_SCOPE -> Standing.FORGED;
        };
        return new CheckedCredential(
                CheckedCredential.Kind.API_KEY, found.code().text(), standing);
    }
}
