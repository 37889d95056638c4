package io.weir.policyfile.envoy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that a file says: a domain with its descriptors. */
public final class Domain {

    /**
     * The limit that a request's descriptor has met.
     *
     * @param path the names of the file's descriptors that led to it
     * @param counted the entries that name the counter: the request's own, or where values share one, the file's
     */
    public record Met(DescriptorLimit limit, List<Node> path, List<Entry> counted) {

        public Met {
            path = List.copyOf(path);
            counted = List.copyOf(counted);
        }
    }

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
        List<Node> path = new ArrayList<>(entries.size());
        List<Entry> counted = new ArrayList<>(entries.size());
        Level level = top;
        for (Entry entry : entries) {
            Level.Found found = level.find(entry);
            if (found == null) {
                return Optional.empty();
            }
            Node node = found.node();
            path.add(node);
            counted.add(node.isShared() ? new Entry(entry.key(), node.value()) : entry);
            level = found.below();
        }
        return path.isEmpty()
                ? Optional.empty()
                : path.get(path.size() - 1).limit().map(limit -> new Met(limit, path, counted));
    }
}
