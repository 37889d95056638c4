package io.weir.guard.key.spi;

import io.weir.guard.key.ApiKey;
import java.util.List;
import java.util.Optional;

/**
 * A key with its secrets, newest first, as it is kept.
 *
 * @param requestId what the client called the request that made the key, so that the same request makes no second one
 */
public record StoredKey(ApiKey key, List<StoredSecret> secrets, Optional<String> requestId) {

    public StoredKey {
        secrets = List.copyOf(secrets);
    }

    public String id() {
        return key.id();
    }

    public StoredKey withKey(ApiKey other) {
        return new StoredKey(other, secrets, requestId);
    }

    public StoredKey withSecrets(List<StoredSecret> others) {
        return new StoredKey(key, others, requestId);
    }
}
