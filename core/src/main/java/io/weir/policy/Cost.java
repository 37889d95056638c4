package io.weir.policy;

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

    /** Worked out for each request, such as the points of a GraphQL query; what the limit cannot hold takes all of it. */
    record Computed(String name, ToLongFunction<Request> permits) implements Cost {}
}
