package io.weir.ops;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The series that a server exports for Prometheus, each with its name and labels. */
record ExportedSeries(List<Series> all) {

    /** The labels that Prometheus adds by itself. */
    private static final Set<String> ADDED = Set.of("instance", "job");

    private static final Pattern LINE = Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*)(?:\\{([^}]*)})? ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    record Series(String name, Map<String, String> labels) {}

    static ExportedSeries of(String exposition) {
        return new ExportedSeries(
                LINE.matcher(exposition).results().map(ExportedSeries::series).toList());
    }

    private static Series series(MatchResult line) {
        String inside = line.group(2) == null ? "" : line.group(2);
        return new Series(
                line.group(1),
                LABEL.matcher(inside)
                        .results()
                        .collect(Collectors.toMap(label -> label.group(1), label -> label.group(2))));
    }

    boolean has(PromQuery.Selector selector) {
        return all.stream()
                .filter(series -> series.name().equals(selector.metric()))
                .anyMatch(series -> selector.matchers().stream()
                        .allMatch(matcher -> ADDED.contains(matcher.label())
                                || (series.labels().containsKey(matcher.label())
                                        && matcher.accepts(series.labels().get(matcher.label())))));
    }

    Set<String> labels(String name) {
        Set<String> labels = new HashSet<>(ADDED);
        all.stream()
                .filter(series -> series.name().equals(name))
                .forEach(series -> labels.addAll(series.labels().keySet()));
        return labels;
    }
}
