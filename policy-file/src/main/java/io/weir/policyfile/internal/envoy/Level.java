package io.weir.policyfile.internal.envoy;

import io.weir.policy.rule.Glob;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sibling descriptors at one level of a file, which are found by an entry of a request's descriptor. */
final class Level {

    /** A descriptor and the level below it. */
    record Found(Node node, Level below) {}

    private record Wildcard(Glob name, Found found) {}

    private final Map<String, Found> byName = new HashMap<>();

    /** The lengths of all names, so that key and value are joined only if the result can be a name. */
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

    /** Finds the descriptor with exactly this value, else the first matching wildcard, else the one for all values. */
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
