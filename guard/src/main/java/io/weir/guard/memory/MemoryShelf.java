package io.weir.guard.memory;

import io.weir.guard.audit.AuditEvent;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.spi.KeyEdit;
import io.weir.guard.key.spi.KeySelection;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.UsedKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** Keys in memory. What an edit records goes to a log in memory as well. */
public final class MemoryShelf implements KeyShelf {

    private final MemoryAuditLog log;

    // Guarded by this.
    private Map<String, ChangedKey> keys = new TreeMap<>();
    private long changes;

    public MemoryShelf(MemoryAuditLog log) {
        this.log = log;
    }

    @Override
    public synchronized long changeNumber() {
        return changes;
    }

    @Override
    public void changesSince(long number, Consumer<ChangedKey> each) {
        List<ChangedKey> changed;
        synchronized (this) {
            changed = keys.values().stream()
                    .filter(key -> key.number() > number)
                    .sorted(Comparator.comparingLong(ChangedKey::number))
                    .toList();
        }
        changed.forEach(each);
    }

    @Override
    public synchronized <T> T edit(Function<KeyEdit, T> edit) {
        Editing editing = new Editing();
        T result = edit.apply(editing);
        log.append(editing.events);
        keys = editing.edited;
        changes++;
        return result;
    }

    @Override
    public synchronized Optional<StoredKey> find(String id) {
        return Optional.ofNullable(keys.get(id)).map(ChangedKey::key);
    }

    @Override
    public synchronized List<StoredKey> list(KeySelection selection) {
        return keys.values().stream()
                .map(ChangedKey::key)
                .filter(key -> key.id().compareTo(selection.page().afterId()) > 0)
                .filter(key ->
                        selection.owner().map(key.key().terms().owner()::equals).orElse(true))
                .filter(key -> selection
                        .state()
                        .map(wanted -> key.key().stateAt(wanted.at()) == wanted.state())
                        .orElse(true))
                .limit(selection.page().most())
                .toList();
    }

    @Override
    public synchronized void addUses(List<UsedKey> uses) {
        for (UsedKey used : uses) {
            keys.computeIfPresent(used.id(), (id, changed) -> {
                StoredKey key = changed.key();
                return new ChangedKey(
                        changed.number(),
                        key.withKey(key.key().withUse(key.key().use().plus(used.use()))));
            });
        }
    }

    private final class Editing implements KeyEdit {

        private final Map<String, ChangedKey> edited = new TreeMap<>(keys);
        private final List<AuditEvent> events = new ArrayList<>();

        private Optional<StoredKey> first(Predicate<StoredKey> wanted) {
            return edited.values().stream().map(ChangedKey::key).filter(wanted).findFirst();
        }

        @Override
        public Optional<StoredKey> find(String id) {
            return Optional.ofNullable(edited.get(id)).map(ChangedKey::key);
        }

        @Override
        public Optional<StoredKey> findByRequest(String requestId) {
            return first(key -> key.requestId().equals(Optional.of(requestId)));
        }

        @Override
        public Optional<String> findIdByHash(SecretHash hash) {
            return first(key -> key.secrets().stream()
                            .anyMatch(secret -> secret.hash().equals(hash)))
                    .map(StoredKey::id);
        }

        @Override
        public List<StoredKey> ofOwner(String owner) {
            return edited.values().stream()
                    .map(ChangedKey::key)
                    .filter(key -> key.key().terms().owner().equals(owner))
                    .toList();
        }

        @Override
        public long countActive(String scope, Instant now) {
            return edited.values().stream()
                    .map(changed -> changed.key().key())
                    .filter(key -> key.stateAt(now) == KeyState.ACTIVE)
                    .filter(key -> key.terms().scopes().contains(scope))
                    .count();
        }

        @Override
        public void save(StoredKey key) {
            edited.put(key.id(), new ChangedKey(changes + 1, key));
        }

        @Override
        public void record(AuditEvent event) {
            events.add(event);
        }
    }
}
