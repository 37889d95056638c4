package io.weir.service.envoy;

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
 * @param limit the one that the request brings along, instead of those of the files
 */
record Asked(List<Entry> entries, Optional<Allowance> limit, Hits hits) {

    private static final int LONGEST = 256;

    /** Called as rules would call it: {@code user:42}, or {@code user,path:42,/orders} of several. */
    Subject subject() {
        return new Subject(joined(Entry::key), joined(Entry::value));
    }

    private String joined(Function<Entry, String> part) {
        String joined = entries.size() == 1
                ? part.apply(entries.get(0))
                : entries.stream().map(part).collect(Collectors.joining(","));
        // What is kept of many must not be as long as a request may be.
        return joined.length() > LONGEST ? KeyText.encoded(joined) : joined;
    }
}
