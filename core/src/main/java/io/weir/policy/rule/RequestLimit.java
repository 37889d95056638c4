package io.weir.policy.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What requests for a path may look like; others are refused before a rule counts them. Of several limits for a path, the most
 * specific one applies.
 *
 * @param methods in upper case; empty for all
 * @param contentTypes of requests with a body, such as {@code application/json}, in lower case; empty for all
 * @param scope what the caller's credential must permit
 */
public record RequestLimit(
        PathPattern path, Set<String> methods, Set<String> contentTypes, Most most, Optional<String> scope) {

    /** How much of everything a request may have. */
    public record Most(long bodyBytes, long queryCharacters, int headers) {

        /** As much as the application takes. */
        public static final Most ANY = new Most(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    public RequestLimit {
        methods = Set.copyOf(methods);
        contentTypes = contentTypes.stream()
                .map(type -> type.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the limit that applies to a path. */
    public static Optional<RequestLimit> find(List<RequestLimit> limits, String path) {
        return limits.stream()
                .filter(limit -> limit.path().matches(path))
                .max(Comparator.comparingInt(limit -> limit.path().weight()));
    }
}
