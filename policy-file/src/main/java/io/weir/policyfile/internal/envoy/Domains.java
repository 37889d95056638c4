package io.weir.policyfile.internal.envoy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The domains of a configuration by name. Immutable and thread-safe. */
public final class Domains {

    public static final Domains NONE = new Domains(List.of());

    private final Map<String, Domain> byName = new LinkedHashMap<>();

    public Domains(List<Domain> domains) {
        for (Domain domain : domains) {
            if (byName.putIfAbsent(domain.name(), domain) != null) {
                throw new IllegalArgumentException("two domains are named " + domain.name());
            }
        }
    }

    public Optional<Domain> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Collection<Domain> all() {
        return List.copyOf(byName.values());
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }
}
