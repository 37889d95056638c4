package io.weir.cli.policy.outer;

import io.weir.policy.rule.Match;
import io.weir.policy.rule.PathPattern;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Regular expressions for methods and paths, in the syntax that PCRE, RE2 and AWS have in common. */
final class PathRegex {

    private static final String SPECIAL = "\\.[]{}()<>*+-=!?^$|";

    private PathRegex() {}

    /** Returns an expression for the paths that a pattern matches, with what may stand behind them. */
    static String of(PathPattern pattern, String behind) {
        String front = pattern.segments().stream()
                .map(segment -> "/" + (segment.equals(PathPattern.ANY) ? "[^/?]+" : quoted(segment)))
                .collect(Collectors.joining());
        return "^" + front + (pattern.andBelow() ? "(/.*)?" : "/?") + behind + "$";
    }

    /** Returns the methods by name, those of {@link Match#WRITING} included; empty for all. */
    static Set<String> methods(Set<String> methods) {
        Set<String> names = new TreeSet<>(methods);
        if (names.remove(Match.WRITING)) {
            names.addAll(Set.of("POST", "PUT", "PATCH", "DELETE"));
        }
        if (names.contains("GET")) {
            names.add("HEAD");
        }
        return names;
    }

    private static String quoted(String literal) {
        StringBuilder quoted = new StringBuilder();
        literal.chars().forEach(character -> {
            if (SPECIAL.indexOf(character) >= 0) {
                quoted.append('\\');
            }
            quoted.append((char) character);
        });
        return quoted.toString();
    }
}
