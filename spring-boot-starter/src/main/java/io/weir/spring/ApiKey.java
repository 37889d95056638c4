package io.weir.spring;

import java.util.Optional;

/**
 * A known API key.
 *
 * @param id the name of the key in rules, counters and overrides; never the secret itself
 */
public record ApiKey(String id, Optional<String> tier, Optional<String> tenant) {

    public static ApiKey of(String id) {
        return new ApiKey(id, Optional.empty(), Optional.empty());
    }

    public ApiKey withTier(String name) {
        return new ApiKey(id, Optional.of(name), tenant);
    }

    public ApiKey withTenant(String name) {
        return new ApiKey(id, tier, Optional.of(name));
    }
}
