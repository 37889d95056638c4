package io.weir.guard.key.verify;

import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All keys in memory, found by the hashes of their secrets. One thread changes it; any number read it. */
final class KeyTable {

    static final int MOST_KEYS = 1_000_000;
    private static final int MOST_INTERNED = 10_000;

    private final Map<SecretHash, KeyEntry> byHash = new ConcurrentHashMap<>();
    private final Map<String, KeyEntry> byId = new ConcurrentHashMap<>();
    private final String ownHint;
    private final int mostKeys;

    /** Equal values of many keys are one object. */
    private final Map<Object, Object> interned = new HashMap<>();

    private volatile boolean full;
    private volatile boolean hasForeignKeys;

    KeyTable(KeyFormat format, int mostKeys) {
        this.ownHint = format.prefix() + "_";
        this.mostKeys = mostKeys;
    }

    @Nullable
    KeyEntry find(SecretHash hash) {
        return byHash.get(hash);
    }

    Collection<KeyEntry> entries() {
        return byId.values();
    }

    int size() {
        return byId.size();
    }

    /** Whether keys were left out. */
    boolean isFull() {
        return full;
    }

    /** Whether there are imported keys, whose secrets have another form. */
    boolean hasForeignKeys() {
        return hasForeignKeys;
    }

    void put(StoredKey changed) {
        StoredKey key = compact(changed);
        KeyEntry known = byId.get(key.id());
        if (known == null && byId.size() >= mostKeys) {
            full = true;
            return;
        }
        KeyEntry entry = known == null ? new KeyEntry(key) : known;
        StoredKey before = entry.stored();
        entry.replace(key);
        byId.put(key.id(), entry);
        for (StoredSecret secret : key.secrets()) {
            byHash.put(secret.hash(), entry);
            hasForeignKeys |= !secret.hint().startsWith(ownHint);
        }
        for (StoredSecret secret : before.secrets()) {
            if (entry.secret(secret.hash()) == null) {
                byHash.remove(secret.hash(), entry);
            }
        }
    }

    private StoredKey compact(StoredKey stored) {
        KeyTerms terms = stored.key().terms();
        KeyTerms compact = new KeyTerms(
                terms.name(),
                intern(terms.owner()),
                intern(terms.tenant()),
                intern(terms.tier()),
                intern(terms.limit()),
                intern(terms.scopes()),
                intern(terms.reach()));
        return stored.withKey(stored.key().withTerms(compact));
    }

    @SuppressWarnings("unchecked")
    private <T> T intern(T value) {
        if (interned.size() >= MOST_INTERNED) {
            interned.clear();
        }
        return (T) interned.computeIfAbsent(value, same -> same);
    }
}
