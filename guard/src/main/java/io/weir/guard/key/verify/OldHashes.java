package io.weir.guard.key.verify;

import io.weir.guard.key.spi.KeyEdit;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredSecret;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Secrets that were presented and are hashed with an older version of the pepper: they get a hash of the newest. */
final class OldHashes {

    private static final int MOST = 10_000;

    private record Replacement(String keyId, SecretHash next) {}

    private final KeyShelf shelf;
    private final Map<SecretHash, Replacement> found = new ConcurrentHashMap<>();

    OldHashes(KeyShelf shelf) {
        this.shelf = shelf;
    }

    /** What does not fit in is found again when it is next used. */
    void add(String keyId, SecretHash old, SecretHash next) {
        if (found.size() < MOST) {
            found.put(old, new Replacement(keyId, next));
        }
    }

    void write() {
        if (found.isEmpty()) {
            return;
        }
        Map<SecretHash, Replacement> batch = Map.copyOf(found);
        shelf.edit(edit -> {
            batch.forEach((old, replacement) -> replace(edit, old, replacement));
            return batch.size();
        });
        found.keySet().removeAll(batch.keySet());
    }

    /** Another process may have replaced it before. */
    private static void replace(KeyEdit edit, SecretHash old, Replacement replacement) {
        edit.find(replacement.keyId()).ifPresent(key -> {
            List<StoredSecret> secrets = key.secrets().stream()
                    .map(each -> each.hash().equals(old) ? each.withHash(replacement.next()) : each)
                    .toList();
            if (!secrets.equals(key.secrets())) {
                edit.save(key.withSecrets(secrets));
            }
        });
    }
}
