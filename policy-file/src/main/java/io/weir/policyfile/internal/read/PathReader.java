package io.weir.policyfile.internal.read;

import io.weir.policy.rule.PathPattern;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads path patterns. Paths of requests are decoded and normalized, so patterns that such paths never match are
 * mistakes.
 */
final class PathReader {

    private static final Pattern DETOUR = Pattern.compile("(^|/)\\.{1,2}(/|$)");
    private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");
    private static final Pattern BEYOND = Pattern.compile("[?#]");
    private static final Pattern IMPOSSIBLE = Pattern.compile("[\\\\\\p{Cntrl}]");

    private final Values values;

    PathReader(Values values) {
        this.values = values;
    }

    Optional<String> read(Yaml value) {
        return values.text(value, "a path", "/orders, /orders/{id}, /orders/* or /orders/**")
                .flatMap(text -> read(value.place(), text));
    }

    Optional<String> read(Place place, String text) {
        String why = neverMatches(text);
        if (!why.isEmpty()) {
            values.wrong(place, "no request has the path " + Words.quoted(text) + ": " + why);
            return Optional.empty();
        }
        return values.attempt(place, () -> PathPattern.parse(text)).map(parsed -> text);
    }

    private static String neverMatches(String text) {
        if (DETOUR.matcher(text).find()) {
            return "write it without . and ..";
        }
        if (ENCODED.matcher(text).find()) {
            return "write the character itself instead of its code";
        }
        if (BEYOND.matcher(text).find()) {
            return "a path ends before ? and #; remove the rest";
        }
        return IMPOSSIBLE.matcher(text).find() ? "backslashes and control characters are rejected; remove them" : "";
    }
}
