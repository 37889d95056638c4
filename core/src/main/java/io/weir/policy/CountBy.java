package io.weir.policy;

import io.weir.policy.Dimension.Kind;
import java.util.List;
import java.util.stream.Stream;

/** How a rule tells requests apart: by one thing, or by several together. */
public record CountBy(List<Dimension> dimensions) {

    public static final CountBy GLOBAL = of(Kind.GLOBAL);
    public static final CountBy IP = of(Kind.IP);
    public static final CountBy CALLER = of(Kind.CALLER);

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

    /** Whether its counters are callers' own: not everybody's, nor those of whatever a caller says. */
    boolean isOwn() {
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
