package io.weir.policy.rule;

import io.weir.policy.rule.Dimension.Kind;
import java.util.List;
import java.util.stream.Stream;

/** How a rule tells requests apart: by one thing, or by several together. */
public record CountBy(List<Dimension> dimensions) {

    public static final CountBy GLOBAL = of(Kind.GLOBAL);
    public static final CountBy IP = of(Kind.IP);
    public static final CountBy CALLER = of(Kind.CALLER);

    /**
     * The key, on the counter that {@link io.weir.store.Charge#ofKey(String, io.weir.limit.Limit) Charge.ofKey} charges. A key
     * has one such counter for each algorithm, and all rules that count plain keys share it.
     */
    public static final CountBy PLAIN_KEY = new CountBy(List.of(Dimension.PLAIN_KEY));

    public CountBy {
        dimensions = List.copyOf(dimensions);
        if (dimensions.isEmpty()) {
            throw new IllegalArgumentException(
                    "a rule must count by something; write global for all requests together");
        }
    }

    public static CountBy of(Kind... kinds) {
        return new CountBy(Stream.of(kinds).map(Dimension::of).toList());
    }

    /** Whether it is {@link #PLAIN_KEY}. */
    public boolean isPlainKey() {
        return dimensions.get(0).equals(Dimension.PLAIN_KEY);
    }

    /** Whether its counters are callers' own: not everybody's, nor those of whatever a caller says. */
    public boolean isOwn() {
        for (Dimension dimension : dimensions) {
            if (dimension.kind() != Kind.GLOBAL && dimension.kind() != Kind.HEADER && dimension.kind() != Kind.KEY) {
                return true;
            }
        }
        return false;
    }

    /** The types of the subjects that it counts, such as {@code user} or {@code tenant,user}. */
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
