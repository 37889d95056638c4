package io.weir.guard.key.verify;

import io.weir.guard.key.ApiKey;
import java.util.Optional;

/**
 * What was found about a presented key.
 *
 * @param id the id of the key that was presented, for the log, also if it was refused
 * @param key the key, only if it is valid
 */
public record KeyVerification(KeyCode code, Optional<String> id, Optional<ApiKey> key) {

    static final KeyVerification MALFORMED = of(KeyCode.MALFORMED);
    static final KeyVerification UNKNOWN = of(KeyCode.UNKNOWN);
    static final KeyVerification UNAVAILABLE = of(KeyCode.UNAVAILABLE);

    private static KeyVerification of(KeyCode code) {
        return new KeyVerification(code, Optional.empty(), Optional.empty());
    }

    static KeyVerification of(KeyCode code, ApiKey key) {
        return new KeyVerification(
                code, Optional.of(key.id()), code == KeyCode.VALID ? Optional.of(key) : Optional.empty());
    }

    public boolean isValid() {
        return code == KeyCode.VALID;
    }
}
