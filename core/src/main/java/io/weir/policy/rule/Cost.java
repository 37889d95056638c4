package io.weir.policy.rule;

import java.util.Set;
import java.util.function.ToLongFunction;

/** The number of permits that a request costs under a rule. */
public sealed interface Cost {

    Cost ONE = new Fixed(1);

    /** The same cost for every request. */
    record Fixed(long permits) implements Cost {
        public Fixed {
            if (permits < 1) {
                throw new IllegalArgumentException("a cost must be at least 1, but was " + permits);
            }
        }
    }

    /**
     * A cost computed for each request, such as the points of a GraphQL query. A cost above the limit takes the whole
     * limit.
     *
     * @param headers the headers that the function reads, in lower case; a request over HTTP contains only headers that
     *     some rule reads
     */
    record Computed(String name, Set<String> headers, ToLongFunction<Request> permits) implements Cost {
        public Computed {
            headers = Set.copyOf(headers);
        }
    }
}
