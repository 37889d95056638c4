package io.weir.policyfile.internal.envoy;

import java.util.List;
import java.util.Optional;

/**
 * A descriptor of a file with its limit and nested descriptors.
 *
 * @param value empty to match every value, each with a counter of its own
 * @param isShared whether all values that match its wildcards share one counter
 */
public record Node(String key, String value, boolean isShared, Optional<DescriptorLimit> limit, List<Node> children) {

    public Node {
        children = List.copyOf(children);
    }

    /** Returns the name by which it is found among its siblings: the key, with the value if there is one. */
    public String name() {
        return value.isEmpty() ? key : key + "_" + value;
    }

    /** Returns whether key or value has a wildcard. */
    public boolean hasWildcard() {
        return name().indexOf('*') >= 0;
    }
}
