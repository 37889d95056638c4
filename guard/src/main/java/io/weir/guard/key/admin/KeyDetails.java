package io.weir.guard.key.admin;

import io.weir.guard.key.ApiKey;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A key, and what may be shown of its secrets, newest first.
 */
public record KeyDetails(ApiKey key, List<Secret> secrets) {

    /**
     * One secret of a key.
     *
     * @param hint tells it from others, and opens nothing
     * @param until the first instant at which it is not valid any more, if it was rotated out
     */
    public record Secret(String hint, Instant created, Optional<Instant> until) {
        static Secret of(StoredSecret stored) {
            return new Secret(stored.hint(), stored.created(), stored.until());
        }
    }

    public KeyDetails {
        secrets = List.copyOf(secrets);
    }

    static KeyDetails of(StoredKey stored) {
        return new KeyDetails(
                stored.key(), stored.secrets().stream().map(Secret::of).toList());
    }
}
