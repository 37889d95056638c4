package io.weir.guard.key.admin;

import io.weir.guard.audit.AuditKind;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.KeyLife;
import io.weir.guard.key.KeySecret;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.Scopes;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.SecretHasher;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes keys and secrets, and gives keys other terms. */
final class KeyIssue {

    private static final int MOST_SECRETS = 3;
    private static final String ERASED = "erased";

    private final AdministrationConfig config;
    private final SecureRandom random = new SecureRandom();

    KeyIssue(AdministrationConfig config) {
        this.config = config;
    }

    NewKey create(KeyDraft draft, Changing changing) {
        draft.requestId().flatMap(changing.edit()::findByRequest).ifPresent(before -> {
            throw new KeyConflictException(
                    before.id(),
                    "This request has made the key " + before.id() + " before, whose secret was shown then");
        });
        requireKnown(draft.terms());
        KeySecret secret = config.format().random(draft.environment(), random);
        byte[] digest = SecretHasher.digest(secret);
        StoredKey made = made(KeyFormat.randomId(random), draft, changing, secretOf(digest, secret.hint(), changing));
        changing.requireFreeName(made);
        return new NewKey(changing.save(made, AuditKind.KEY_CREATED, told(made.key())), secret);
    }

    List<ApiKey> importAll(List<ImportedKey> keys, Changing changing) {
        Set<String> ids = new HashSet<>();
        List<ApiKey> made = new ArrayList<>();
        for (ImportedKey imported : keys) {
            requireKnown(imported.draft().terms());
            String id = imported.id().orElseGet(() -> KeyFormat.randomId(random));
            StoredSecret secret = secretOf(imported.digest(), imported.hint(), changing);
            StoredKey key = made(id, imported.draft(), changing, secret);
            if (!ids.add(id) || changing.edit().find(id).isPresent()) {
                throw new KeyConflictException(id, "There is a key " + id + " already");
            }
            changing.requireUnknownSecret(secret.hash());
            changing.requireFreeName(key);
            made.add(changing.save(key, AuditKind.KEY_IMPORTED, told(key.key())));
        }
        return made;
    }

    private static StoredKey made(String id, KeyDraft draft, Changing changing, StoredSecret secret) {
        KeyLife.Creation creation =
                new KeyLife.Creation(changing.now(), changing.origin().by(), draft.environment());
        KeyLife life = KeyLife.starting(creation, draft.expiry().from(changing.now()));
        ApiKey key = new ApiKey(id, draft.terms(), life, KeyUse.NONE);
        return new StoredKey(key, List.of(secret), draft.requestId());
    }

    private StoredSecret secretOf(byte[] digest, String hint, Changing changing) {
        SecretHash hash = config.hasher().hash(digest);
        return new StoredSecret(hash, hint, changing.now(), Optional.empty());
    }

    NewKey rotate(StoredKey found, Duration grace, Changing changing) {
        Instant end = changing.now().plus(grace);
        KeySecret secret = config.format().random(found.key().life().creation().environment(), random);
        List<StoredSecret> secrets = new ArrayList<>();
        secrets.add(secretOf(SecretHasher.digest(secret), secret.hint(), changing));
        for (StoredSecret old : found.secrets()) {
            StoredSecret ending = old.endingBy(end);
            // A secret that is over stays a while, so that a client that still has it hears why.
            if (secrets.size() < MOST_SECRETS || !ending.isOverAt(changing.now())) {
                secrets.add(ending);
            }
        }
        if (secrets.size() > MOST_SECRETS) {
            throw new KeyConflictException(
                    found.id(),
                    "The key has " + MOST_SECRETS + " valid secrets; wait until one is over, or rotate with grace 0s");
        }
        Map<String, String> detail = Map.of("grace", grace.toString());
        return new NewKey(changing.save(found.withSecrets(secrets), AuditKind.KEY_ROTATED, detail), secret);
    }

    ApiKey update(StoredKey found, KeyChange change, Changing changing) {
        KeyTerms terms = change.terms().apply(found.key().terms());
        requireKnown(terms);
        ApiKey key = found.key().withTerms(terms);
        if (change.expiry().isPresent()) {
            key = key.withLife(key.life().withExpires(change.expiry().get().from(changing.now())));
        }
        if (key.equals(found.key())) {
            return key;
        }
        if (!terms.scopes().contains(Scopes.ADMIN)) {
            changing.requireOtherAdmin(found, config.lastAdminKey());
        }
        StoredKey changed = found.withKey(key);
        changing.requireFreeName(changed);
        return changing.save(changed, AuditKind.KEY_CHANGED, told(key));
    }

    static StoredKey erased(StoredKey found, Instant now) {
        KeyLife life = found.key().life();
        KeyLife ended = life.revoked().isPresent() ? life : life.withRevoked(now);
        KeyTerms terms = KeyTerms.of(ERASED, ERASED);
        return new StoredKey(new ApiKey(found.id(), terms, ended, found.key().use()), List.of(), Optional.empty());
    }

    private void requireKnown(KeyTerms terms) {
        Set<String> unknown = new TreeSet<>(terms.scopes());
        unknown.removeAll(config.knownScopes());
        unknown.removeIf(scope -> scope.startsWith("weir:"));
        if (!config.knownScopes().isEmpty() && !unknown.isEmpty()) {
            throw new InvalidFieldException(
                    "scopes", unknown + " are not known; known are " + new TreeSet<>(config.knownScopes()));
        }
    }

    /** What the audit tells of a key: what it may do, and until when. */
    private static Map<String, String> told(ApiKey key) {
        Map<String, String> told = new LinkedHashMap<>();
        KeyTerms terms = key.terms();
        told.put("environment", key.life().creation().environment().text());
        told.put("scopes", String.join(" ", terms.scopes()));
        told.put("expires", key.life().expires().map(Instant::toString).orElse("never"));
        terms.tier().ifPresent(tier -> told.put("tier", tier));
        terms.limit().ifPresent(limit -> told.put("limit", limit.toString()));
        return told;
    }
}
