package io.weir.service.envoy.decide;

import io.weir.policy.rule.Subject;
import io.weir.policyfile.internal.envoy.Allowance;
import io.weir.policyfile.internal.envoy.Entry;
import io.weir.store.spi.KeyText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A descriptor of a request.
 *
 * @param limit the limit that the request brings along, which replaces the limits of the files
 */
public record RequestedDescriptor(List<Entry> entries, Optional<Allowance> limit, HitsAddend hits) {

    private static final int LONGEST = 256;

    /** The subject in the notation of rules: {@code user:42}, or {@code user,path:42,/orders} for several entries. */
    public Subject subject() {
        return new Subject(joined(Entry::key), joined(Entry::value));
    }

    private String joined(Function<Entry, String> part) {
        String joined = entries.size() == 1
                ? part.apply(entries.get(0))
                : entries.stream().map(part).collect(Collectors.joining(","));
        // Subjects are kept in tables, so they must be shorter than the longest text of a request.
        return joined.length() > LONGEST ? KeyText.encoded(joined) : joined;
    }
}
