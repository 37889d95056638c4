package io.weir.policy.rule;

import io.weir.policy.rule.Dimension.Kind;
import java.util.List;
import java.util.stream.Stream;

/** The dimensions by which a rule tells requests apart, each combination having its own counter. */
public record CountBy(List<Dimension> dimensions) {

    public static final CountBy GLOBAL = of(Kind.GLOBAL);
    public static final CountBy IP = of(Kind.IP);
    public static final CountBy CALLER = of(Kind.CALLER);

    /**
     * Counts by the plain key, on the same counter that {@link io.weir.store.Charge#ofKey(String, io.weir.limit.Limit)
     * Charge.ofKey} charges. A key has one such counter for each algorithm, and all rules that count plain keys share
     * it.
     */
    public static final CountBy PLAIN_KEY = new CountBy(List.of(Dimension.PLAIN_KEY));

    public CountBy {
        dimensions = List.copyOf(dimensions);
        if (dimensions.isEmpty()) {
            throw new IllegalArgumentException(
                    "a rule must count by something; write global for all requests together");
        }
        for (Dimension dimension : dimensions) {
            if (dimension.kind() == Kind.PATH) {
                throw new IllegalArgumentException("a rule cannot count by path, which clients choose freely;"
                        + " write match: {path: ...}, or distinct: path to count different paths");
            }
        }
    }

    public static CountBy of(Kind... kinds) {
        return new CountBy(Stream.of(kinds).map(Dimension::of).toList());
    }

    /** Returns whether this is {@link #PLAIN_KEY}. */
    public boolean isPlainKey() {
        return dimensions.get(0).equals(Dimension.PLAIN_KEY);
    }

    /**
     * Returns whether each counter belongs to one caller only: not to all callers, and not to a value that a client may
     * choose freely.
     */
    public boolean isOwn() {
        for (Dimension dimension : dimensions) {
            if (dimension.isOwn()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the types of the subjects that it counts, such as {@code user} or {@code tenant,user}. */
    public List<String> types() {
        List<String> types = List.of();
        for (Dimension dimension : dimensions) {
            List<String> fronts = types;
            types = dimension.types().stream()
                    .flatMap(type ->
                            fronts.isEmpty() ? Stream.of(type) : fronts.stream().map(front -> front + "," + type))
                    .toList();
        }
        return types;
    }
}
