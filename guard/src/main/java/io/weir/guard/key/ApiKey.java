package io.weir.guard.key;

import java.time.Instant;

/**
 * What is known of an API key, without its secret.
 *
 * @param id the public name of the key, in rules, counters and the audit: {@code key_} and 16 letters or digits
 */
public record ApiKey(String id, KeyTerms terms, KeyLife life, KeyUse use) {

    public ApiKey {
        KeyIds.require(id);
    }

    public KeyState stateAt(Instant now) {
        return life.stateAt(now);
    }

    public ApiKey withTerms(KeyTerms others) {
        return new ApiKey(id, others, life, use);
    }

    public ApiKey withLife(KeyLife other) {
        return new ApiKey(id, terms, other, use);
    }

    public ApiKey withUse(KeyUse other) {
        return new ApiKey(id, terms, life, other);
    }
}
