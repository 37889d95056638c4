package io.weir.policyfile.internal.envoy;

import io.weir.policyfile.internal.yaml.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The attribute of a request that the key of a descriptor stands for.
 *
 * @param name the name of a header; empty for other attributes
 */
record Attribute(String kind, String name) {

    private static final String HEADER = "header";
    private static final String PATH = "path";
    private static final String METHOD = "method";
    private static final String BELOW = "/*";

    /** The attributes by which rules can count, with the types of their subjects. */
    private static final Map<String, String> DIMENSIONS =
            Map.of("ip", "ip", "user", "user", "tenant", "tenant", "api-key", "apikey", HEADER, HEADER);

    static Attribute parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String name = colon < 0 ? "" : text.substring(colon + 1);
        boolean known = DIMENSIONS.containsKey(kind) || kind.equals(PATH) || kind.equals(METHOD);
        if (!known || kind.equals(HEADER) == name.isEmpty()) {
            throw new IllegalArgumentException(
                    Words.quoted(text)
                            + " is not an attribute of a request; write ip, user, tenant, api-key, header:X-Name, path or method");
        }
        return new Attribute(kind, name);
    }

    boolean isDimension() {
        return DIMENSIONS.containsKey(kind);
    }

    boolean isPath() {
        return kind.equals(PATH);
    }

    /** Returns the type of the subjects that have this attribute. */
    String type() {
        return kind.equals(HEADER) ? HEADER + "-" + name.toLowerCase(Locale.ROOT) : DIMENSIONS.getOrDefault(kind, kind);
    }

    /** Returns why no rule can match the descriptor's requests, or nothing if one can. */
    Optional<String> problem(Node node) {
        String value = node.value();
        if (kind.equals(HEADER)) {
            return node.hasWildcard() && !node.isShared()
                    ? Optional.of("rules cannot count each value separately and exclude some")
                    : Optional.empty();
        }
        if (isDimension()) {
            return value.isEmpty()
                    ? Optional.empty()
                    : Optional.of("a rule applies to every " + kind
                            + "; next to a descriptor for all values, this one can be an override");
        }
        if (value.isEmpty()) {
            return Optional.of("rules cannot count each " + kind + " separately");
        }
        if (kind.equals(METHOD)) {
            return node.hasWildcard() ? Optional.of("methods cannot have wildcards") : Optional.empty();
        }
        boolean below = node.isShared() && value.endsWith(BELOW) && value.indexOf('*') == value.length() - 1;
        return value.startsWith("/") && (below || !node.hasWildcard())
                ? Optional.empty()
                : Optional.of("a path is like /orders, or like /orders/* with share_threshold");
    }

    /** Adds the attribute to the match or per of a rule. */
    void write(Node node, List<String> match, List<String> per) {
        String value = EnvoyConverter.quoted(node.value());
        switch (kind) {
            case PATH -> match.add("path: " + (node.hasWildcard() ? EnvoyConverter.quoted(node.value() + "*") : value));
            case METHOD -> match.add("method: " + value);
            case HEADER -> {
                if (node.value().isEmpty()) {
                    per.add("{header: " + name + "}");
                } else {
                    match.add("header: {" + name + ": " + value + "}");
                }
            }
            default -> per.add(kind);
        }
    }
}
