package io.weir.metrics;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Meters by name, each created once. A bounded number of names have their own meters; all other names share one. */
final class PerName<K, T> {

    static final int MOST = 200;

    /** The shared name of all others. */
    static final String REST = "other";

    private final Function<K, String> nameOf;
    private final Function<K, T> make;
    private final Function<String, T> makeRest;
    private final Consumer<T> drop;
    private final Map<String, T> byName = new ConcurrentHashMap<>();

    // Guarded by this.
    private final Map<String, T> own = new HashMap<>();
    private Set<String> kept = Set.of();
    private @Nullable T rest;

    /** @param makeRest creates the shared meters for the given name */
    PerName(Function<K, String> nameOf, Function<K, T> make, Function<String, T> makeRest, Consumer<T> drop) {
        this.nameOf = nameOf;
        this.make = make;
        this.makeRest = makeRest;
        this.drop = drop;
    }

    T get(K key) {
        T known = byName.get(nameOf.apply(key));
        return known == null ? made(key) : known;
    }

    private synchronized T made(K key) {
        String name = nameOf.apply(key);
        T known = byName.get(name);
        if (known != null) {
            return known;
        }
        T next = own.size() < MOST ? make.apply(key) : rest();
        if (next != rest) {
            own.put(name, next);
        }
        byName.put(name, next);
        return next;
    }

    private T rest() {
        if (rest == null) {
            rest = makeRest.apply(REST);
        }
        return rest;
    }

    /**
     * Replaces the expected names: creates their meters, and drops the meters of earlier expected names. Meters of
     * names that were never expected stay.
     *
     * @param update receives the names that have their own meters
     */
    synchronized void keep(Collection<K> keys, BiConsumer<T, K> update) {
        Set<String> names = new HashSet<>();
        keys.forEach(key -> names.add(nameOf.apply(key)));
        for (String gone : kept) {
            if (!names.contains(gone)) {
                byName.remove(gone);
                T dropped = own.remove(gone);
                if (dropped != null) {
                    drop.accept(dropped);
                }
            }
        }
        kept = names;
        // Some of the remaining names may have room now.
        byName.values().removeIf(each -> each == rest);
        for (K key : keys) {
            T present = get(key);
            if (present != rest) {
                update.accept(present, key);
            }
        }
    }
}
