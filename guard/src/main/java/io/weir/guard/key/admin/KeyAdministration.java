package io.weir.guard.key.admin;

import io.weir.guard.audit.AuditKind;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.spi.KeyEdit;
import io.weir.guard.key.spi.KeySelection;
import io.weir.guard.key.spi.KeySelection.InState;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.verify.ApiKeyRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Everything that administrators do with keys. A change is kept together with its row in the audit, and is in force in this
 * process when the method returns. Thread-safe.
 *
 * <p>Methods throw {@link InvalidFieldException} for input that cannot be, {@link KeyNotFoundException},
 * {@link KeyConflictException}, and {@link io.weir.guard.key.KeysUnavailableException} while the database is away. After
 * each of them, nothing was changed.
 */
public final class KeyAdministration {

    private static final Duration LONGEST_GRACE = Duration.ofDays(30);
    private static final int MOST_IMPORTED = 10_000;

    private final KeyShelf shelf;
    private final ApiKeyRegistry registry;
    private final AdministrationConfig config;
    private final KeyIssue issue;

    public KeyAdministration(KeyShelf shelf, ApiKeyRegistry registry, AdministrationConfig config) {
        this.shelf = shelf;
        this.registry = registry;
        this.config = config;
        this.issue = new KeyIssue(config);
    }

    /** Makes a key. Its secret is in the result and nowhere else. */
    public NewKey create(KeyDraft draft, ChangeOrigin origin) {
        return change(edit -> issue.create(draft, new Changing(edit, origin, config.now())));
    }

    /** Makes keys of secrets that other systems issued, all or none. */
    public List<ApiKey> importAll(List<ImportedKey> keys, ChangeOrigin origin) {
        if (keys.size() > MOST_IMPORTED) {
            throw new InvalidFieldException("keys", "at most " + MOST_IMPORTED + " can be imported at once");
        }
        return change(edit -> issue.importAll(keys, new Changing(edit, origin, config.now())));
    }

    public List<KeyDetails> list(KeyQuery query) {
        Instant now = config.now();
        KeySelection selection = new KeySelection(
                query.owner(),
                query.state().map(state -> new InState(state, now)),
                new KeySelection.Page(query.after(), query.limit()));
        return shelf.list(selection).stream().map(KeyDetails::of).toList();
    }

    public KeyDetails show(String id) {
        return KeyDetails.of(shelf.find(id).orElseThrow(() -> new KeyNotFoundException(id)));
    }

    /** Returns how much the key was used, in all processes, up to about a minute ago. */
    public KeyUse usage(String id) {
        return show(id).key().use();
    }

    /**
     * Gives the key another secret. Counters, limits and scopes go on, because they belong to the id.
     *
     * @param grace how long the secrets until now stay valid
     */
    public NewKey rotate(String id, Duration grace, ChangeOrigin origin) {
        if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new InvalidFieldException("grace", "must be from 0s to " + LONGEST_GRACE.toDays() + "d");
        }
        return change(edit -> {
            Changing changing = new Changing(edit, origin, config.now());
            return issue.rotate(changing.usable(id), grace, changing);
        });
    }

    /** Ends the key for good. A key that is revoked already stays as it is. */
    public ApiKey revoke(String id, ChangeOrigin origin) {
        return change(edit -> {
            Changing changing = new Changing(edit, origin, config.now());
            StoredKey found = changing.existing(id);
            return found.key().life().revoked().isPresent() ? found.key() : revoke(found, changing);
        });
    }

    private ApiKey revoke(StoredKey found, Changing changing) {
        changing.requireOtherAdmin(found, config.lastAdminKey());
        ApiKey key = found.key().withLife(found.key().life().withRevoked(changing.now()));
        return changing.save(found.withKey(key), AuditKind.KEY_REVOKED);
    }

    /** Stops the key until it is enabled. */
    public ApiKey disable(String id, ChangeOrigin origin) {
        return change(edit -> {
            Changing changing = new Changing(edit, origin, config.now());
            StoredKey found = changing.usable(id);
            if (found.key().life().disabled().isPresent()) {
                return found.key();
            }
            changing.requireOtherAdmin(found, config.lastAdminKey());
            return changing.setDisabled(found, AuditKind.KEY_DISABLED);
        });
    }

    public ApiKey enable(String id, ChangeOrigin origin) {
        return change(edit -> {
            Changing changing = new Changing(edit, origin, config.now());
            StoredKey found = changing.usable(id);
            return found.key().life().disabled().isEmpty()
                    ? found.key()
                    : changing.setDisabled(found, AuditKind.KEY_ENABLED);
        });
    }

    public ApiKey update(String id, KeyChange change, ChangeOrigin origin) {
        return change(edit -> {
            Changing changing = new Changing(edit, origin, config.now());
            return issue.update(changing.usable(id), change, changing);
        });
    }

    /**
     * Erases what is known of an owner: their keys are revoked and lose name, owner, tenant, networks and hashes. What remains
     * is the id, which the audit names, and when the key was made and ended.
     */
    public List<ApiKey> erase(String owner, ChangeOrigin origin) {
        return change(edit -> {
            Changing changing = new Changing(edit, origin, config.now());
            List<ApiKey> erased = new ArrayList<>();
            for (StoredKey found : edit.ofOwner(owner)) {
                changing.requireOtherAdmin(found, config.lastAdminKey());
                erased.add(changing.save(KeyIssue.erased(found, changing.now()), AuditKind.KEY_ERASED));
            }
            return erased;
        });
    }

    private <T> T change(Function<KeyEdit, T> change) {
        T result = shelf.edit(change);
        registry.refresh();
        return result;
    }
}
