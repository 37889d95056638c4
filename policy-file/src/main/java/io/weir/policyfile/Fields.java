package io.weir.policyfile;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The entries of a mapping by their keys, all of which are known ones. */
record Fields(Place place, Map<String, Yaml> values) {

    Optional<Yaml> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    boolean has(String... keys) {
        return Arrays.stream(keys).anyMatch(values::containsKey);
    }
}
