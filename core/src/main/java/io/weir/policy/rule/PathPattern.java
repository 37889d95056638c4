package io.weir.policy.rule;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A pattern for paths: {@code /orders}, {@code /orders/{id}} or {@code /orders/*}, whose last segment may be anything,
 * or {@code /orders/**} for {@code /orders} and all paths below.
 */
public record PathPattern(List<String> segments, boolean andBelow) {

    private static final Pattern LITERAL = Pattern.compile("[^{}*]*");
    private static final Pattern PARAMETER = Pattern.compile("\\{[\\w-]+}|\\*");

    /** Matches any single segment. */
    public static final String ANY = "*";

    public PathPattern {
        segments = List.copyOf(segments);
    }

    public static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw wrong(text, "a path begins with a slash");
        }
        boolean andBelow = text.equals("/**") || text.endsWith("/**");
        String front = andBelow ? text.substring(0, text.length() - "/**".length()) : text;
        String[] segments = segments(front);
        for (String segment : segments) {
            if (segment.isEmpty()) {
                throw wrong(text, "two slashes stand together");
            }
            if (!LITERAL.matcher(segment).matches()
                    && !PARAMETER.matcher(segment).matches()) {
                throw wrong(
                        text, "\"" + segment + "\" is neither plain, nor {name}, nor *, and ** stands only at the end");
            }
        }
        return new PathPattern(
                Arrays.stream(segments)
                        .map(segment -> PARAMETER.matcher(segment).matches() ? ANY : segment)
                        .toList(),
                andBelow);
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException("Cannot read the path \"" + text + "\": " + why
                + "; write /orders, /orders/{id}, /orders/* or /orders/**");
    }

    /** Returns the segments between the slashes; a slash at the end adds no segment. */
    static String[] segments(String path) {
        String inner = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return inner.isEmpty() ? new String[0] : inner.substring(1).split("/", -1);
    }

    /**
     * Returns whether the pattern matches this path, which must be as {@link io.weir.classify.spi.RequestPath} reads
     * it.
     */
    public boolean matches(String path) {
        int end = path.endsWith("/") ? path.length() - 1 : path.length();
        int at = 0;
        for (String segment : segments) {
            int next = at < end ? path.indexOf('/', at + 1) : -1;
            int close = next < 0 || next > end ? end : next;
            boolean same =
                    segment.equals(ANY) || (close - at - 1 == segment.length() && path.startsWith(segment, at + 1));
            if (at >= end || !same) {
                return false;
            }
            at = close;
        }
        return andBelow || at == end;
    }

    /** Returns how specific the pattern is. If two patterns match, the more specific one wins. */
    public int weight() {
        int literals =
                (int) segments.stream().filter(segment -> !segment.equals(ANY)).count();
        return 4 * segments.size() + 2 * literals + (andBelow ? 0 : 1);
    }

    @Override
    public String toString() {
        return (segments.isEmpty() && !andBelow ? "/" : "")
                + String.join(
                        "", segments.stream().map(segment -> "/" + segment).toList())
                + (andBelow ? "/**" : "");
    }
}
