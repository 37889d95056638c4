package io.weir.policy.rule;

import java.util.Set;
import java.util.function.ToLongFunction;

/** What a request costs under a rule. */
public sealed interface Cost {

    Cost ONE = new Fixed(1);

    /** Always the same. */
    record Fixed(long permits) implements Cost {
        public Fixed {
            if (permits < 1) {
                throw new IllegalArgumentException("a cost must be at least 1, but was " + permits);
            }
        }
    }

    /**
     * Worked out for each request, such as the points of a GraphQL query; what the limit cannot hold takes all of it.
     *
     * @param headers those it reads, in lower case: of a request over HTTP it sees no others but what rules read
     */
    record Computed(String name, Set<String> headers, ToLongFunction<Request> permits) implements Cost {
        public Computed {
            headers = Set.copyOf(headers);
        }
    }
}
