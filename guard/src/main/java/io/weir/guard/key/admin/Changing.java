package io.weir.guard.key.admin;

import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.Scopes;
import io.weir.guard.key.spi.KeyEdit;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A change that is under way: alone on the keys, at one instant, by one administrator. */
record Changing(KeyEdit edit, ChangeOrigin origin, Instant now) {

    StoredKey existing(String id) {
        return edit.find(id).orElseThrow(() -> new KeyNotFoundException(id));
    }

    /** Returns the key unless it was revoked, after which nothing about it changes. */
    StoredKey usable(String id) {
        StoredKey found = existing(id);
        if (found.key().life().revoked().isPresent()) {
            throw new KeyConflictException(id, "The key was revoked; create another one");
        }
        return found;
    }

    /** Names tell the keys of an owner apart, of those that are not revoked. */
    void requireFreeName(StoredKey changed) {
        String name = changed.key().terms().name();
        edit.ofOwner(changed.key().terms().owner()).stream()
                .filter(other -> !other.id().equals(changed.id()))
                .filter(other -> other.key().life().revoked().isEmpty())
                .filter(other -> other.key().terms().name().equals(name))
                .findFirst()
                .ifPresent(other -> {
                    throw new KeyConflictException(
                            other.id(), "The owner has a key of this name, " + other.id() + "; choose another name");
                });
    }

    void requireUnknownSecret(SecretHash hash) {
        edit.findIdByHash(hash).ifPresent(id -> {
            throw new KeyConflictException(id, "The key " + id + " has this secret");
        });
    }

    void requireOtherAdmin(StoredKey changed, LastAdminKey setting) {
        boolean isAdmin = changed.key().terms().scopes().contains(Scopes.ADMIN)
                && changed.key().stateAt(now) == KeyState.ACTIVE;
        if (setting == LastAdminKey.KEPT && isAdmin && edit.countActive(Scopes.ADMIN, now) == 1) {
            throw new KeyConflictException(
                    changed.id(),
                    "This is the last active key with the scope " + Scopes.ADMIN
                            + ", and without it nobody could administer Weir; create another one first");
        }
    }

    ApiKey setDisabled(StoredKey found, AuditKind kind) {
        Optional<Instant> since = kind == AuditKind.KEY_DISABLED ? Optional.of(now) : Optional.empty();
        ApiKey key = found.key().withLife(found.key().life().withDisabled(since));
        return save(found.withKey(key), kind);
    }

    ApiKey save(StoredKey changed, AuditKind kind) {
        return save(changed, kind, Map.of());
    }

    /** Keeps the key and tells the audit. The names of owners are left out of the audit, so that they can be erased. */
    ApiKey save(StoredKey changed, AuditKind kind, Map<String, String> detail) {
        edit.save(changed);
        AuditEvent event = AuditEvent.of(now, kind, origin.by(), changed.id());
        for (StoredSecret newest : changed.secrets().stream().limit(1).toList()) {
            event = event.withDetail("hint", newest.hint());
        }
        if (origin.reason().isPresent()) {
            event = event.withDetail("reason", origin.reason().get());
        }
        for (Map.Entry<String, String> more : detail.entrySet()) {
            event = event.withDetail(more.getKey(), more.getValue());
        }
        edit.record(event);
        return changed.key();
    }
}
