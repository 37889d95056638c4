package io.weir.ops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A query in PromQL: its metrics whose names begin like those of Weir, and its groupings.
 *
 * @param groupings the labels by which the query groups series
 */
record PromQuery(String text, List<Selector> selectors, Set<String> groupings) {

    private static final Pattern SELECTOR =
            Pattern.compile("\\b((?:rate_limiter_|api_|guard_|weir:|process_|jvm_)[\\w:]*)\\s*(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) ?\\(([^)]*)\\)");

    /** A metric and the conditions on its labels. */
    record Selector(String metric, List<Matcher> matchers) {}

    /** @param operator such as {@code =~} */
    record Matcher(String label, String operator, String value) {

        /** Returns whether a value of the label matches; a variable of the dashboard matches every value. */
        boolean accepts(String found) {
            if (value.startsWith("$")) {
                return true;
            }
            boolean same = operator.endsWith("~") ? found.matches(value) : found.equals(value);
            return operator.startsWith("!") != same;
        }
    }

    static PromQuery of(String text) {
        List<Selector> selectors = new ArrayList<>();
        SELECTOR.matcher(text).results().forEach(found -> selectors.add(selector(found)));
        Set<String> groupings = GROUPING.matcher(text)
                .results()
                .flatMap(found -> Arrays.stream(found.group(1).split(",")))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .collect(Collectors.toSet());
        return new PromQuery(text, selectors, groupings);
    }

    private static Selector selector(MatchResult found) {
        String inside = found.group(2) == null ? "" : found.group(2);
        return new Selector(
                found.group(1),
                MATCHER.matcher(inside)
                        .results()
                        .map(each -> new Matcher(each.group(1), each.group(2), each.group(3)))
                        .toList());
    }
}
