package io.weir.policyfile.internal.yaml;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The values of a mapping by key; all keys are known ones. */
public record Fields(Place place, Map<String, Yaml> values) {

    public Optional<Yaml> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    public boolean has(String... keys) {
        return Arrays.stream(keys).anyMatch(values::containsKey);
    }
}
