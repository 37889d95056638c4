package io.weir.policyfile.envoy;

import java.util.List;
import java.util.Optional;

/**
 * A descriptor of a file: what it stands for in the descriptors of requests, its limit, and the descriptors below it.
 *
 * @param value empty for every value, each with a counter of its own
 * @param isShared whether all values that its wildcards stand for have one counter together
 */
public record Node(String key, String value, boolean isShared, Optional<DescriptorLimit> limit, List<Node> children) {

    public Node {
        children = List.copyOf(children);
    }

    /** What it is called among its siblings, and looked up by: the key, with the value if there is one. */
    public String name() {
        return value.isEmpty() ? key : key + "_" + value;
    }

    /** Whether it stands for more than one value, or key, that begins or goes on in a certain way. */
    public boolean hasWildcard() {
        return name().indexOf('*') >= 0;
    }
}
