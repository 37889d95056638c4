package io.weir.policyfile.internal.envoy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A domain and its descriptors, which is the content of one file. Immutable and thread-safe. */
public final class Domain {

    /**
     * The limit that applies to a request's descriptor.
     *
     * @param counterEntries the entries that name the counter: those of the request, or those of the file if values share
     *     a counter
     */
    public record MatchedLimit(DescriptorLimit limit, List<Entry> counterEntries) {}

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

    /** Returns the descriptors in the order of the file. */
    public List<Node> descriptors() {
        return descriptors;
    }

    /** Returns the limit of the file's descriptor that matches all entries, one level for each entry. */
    public Optional<MatchedLimit> match(List<Entry> entries) {
        List<Entry> counterEntries = entries;
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
                counterEntries = with(counterEntries, i, new Entry(entry.key(), node.value()));
            }
            limit = node.limit();
            level = found.below();
        }
        return limit.isEmpty() ? Optional.empty() : Optional.of(new MatchedLimit(limit.get(), counterEntries));
    }

    private static List<Entry> with(List<Entry> entries, int at, Entry other) {
        List<Entry> copy = new ArrayList<>(entries);
        copy.set(at, other);
        return copy;
    }
}
