package io.weir.policyfile.envoy;

import io.weir.policy.Glob;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The descriptors that stand side by side in a file, to be found by an entry of a request's. */
final class Level {

    /** A descriptor, and the ones below it. */
    record Found(Node node, Level below) {}

    private record Wildcard(Glob name, Found found) {}

    private final Map<String, Found> byName = new HashMap<>();

    /** How long the names are: most values need not be joined to their key only to see that nothing is called so. */
    private final BitSet lengths = new BitSet();

    private final List<Wildcard> wildcards = new ArrayList<>();

    Level(List<Node> nodes) {
        for (Node node : nodes) {
            Found found = new Found(node, new Level(node.children()));
            if (byName.putIfAbsent(node.name(), found) != null) {
                throw new IllegalArgumentException("two descriptors are named " + node.name());
            }
            lengths.set(node.name().length());
            if (node.hasWildcard()) {
                wildcards.add(new Wildcard(new Glob(node.name()), found));
            }
        }
    }

    /** The one with just that value, else the first of those with wildcards that match, else the one for all values. */
    @Nullable
    Found find(Entry entry) {
        if (wildcards.isEmpty() && !lengths.get(entry.joinedLength())) {
            return byName.get(entry.key());
        }
        String name = entry.joined();
        Found exact = byName.get(name);
        if (exact != null) {
            return exact;
        }
        for (Wildcard wildcard : wildcards) {
            if (wildcard.name().matches(name)) {
                return wildcard.found();
            }
        }
        return byName.get(entry.key());
    }
}
