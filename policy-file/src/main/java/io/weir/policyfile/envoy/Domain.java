package io.weir.policyfile.envoy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that a file says: a domain with its descriptors. */
public final class Domain {

    /**
     * The limit that a request's descriptor has met.
     *
     * @param counted the entries that name the counter: the request's own, or where values share one, the file's
     */
    public record Met(DescriptorLimit limit, List<Entry> counted) {}

    private final String name;
    private final DeniedHits deniedHits;
    private final List<Node> descriptors;
    private final Level top;

    public Domain(String name, DeniedHits deniedHits, List<Node> descriptors) {
        this.name = name;
        this.deniedHits = deniedHits;
        this.descriptors = List.copyOf(descriptors);
        this.top = new Level(this.descriptors);
    }

    public String name() {
        return name;
    }

    public DeniedHits deniedHits() {
        return deniedHits;
    }

    /** In the order of the file. */
    public List<Node> descriptors() {
        return descriptors;
    }

    /** The limit of the descriptor that stands in the file just as deep as the entries lead, if there is one. */
    public Optional<Met> meet(List<Entry> entries) {
        List<Entry> counted = entries;
        Optional<DescriptorLimit> limit = Optional.empty();
        Level level = top;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            Level.Found found = level.find(entry);
            if (found == null) {
                return Optional.empty();
            }
            Node node = found.node();
            if (node.isShared()) {
                counted = with(counted, i, new Entry(entry.key(), node.value()));
            }
            limit = node.limit();
            level = found.below();
        }
        return limit.isEmpty() ? Optional.empty() : Optional.of(new Met(limit.get(), counted));
    }

    private static List<Entry> with(List<Entry> entries, int at, Entry other) {
        List<Entry> copy = new ArrayList<>(entries);
        copy.set(at, other);
        return copy;
    }
}
