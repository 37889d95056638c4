package io.weir.guard.key.spi;

import io.weir.guard.audit.AuditEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What an edit sees and does, alone, until it ends. */
public interface KeyEdit {

    Optional<StoredKey> find(String id);

    Optional<StoredKey> findByRequest(String requestId);

    Optional<String> findIdByHash(SecretHash hash);

    List<StoredKey> ofOwner(String owner);

    /** Returns how many keys with a scope are active at an instant. */
    long countActive(String scope, Instant now);

    /** Keeps a key as it is now, with exactly these secrets. Its use is kept apart and stays as it is. */
    void save(StoredKey key);

    /** Adds an event to the audit, in the same transaction. */
    void record(AuditEvent event);
}
