package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.limit.Limit;
import io.weir.limit.ManualTime;
import io.weir.policy.Gate;
import io.weir.policy.Match;
import io.weir.policy.Mode;
import io.weir.policy.Policy;
import io.weir.policy.Request;
import io.weir.policy.Rule;
import io.weir.store.MemoryStore;
import org.junit.jupiter.api.Test;

final class DeniedRequestsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double denied(String mode, String rule, String endpoint) {
        return registry.get("api.rate_limit.exceeded")
                .tags("mode", mode, "rule", rule, "endpoint", endpoint)
                .counter()
                .count();
    }

    @Test
    void countsTheRuleThatDecidedByThePathsItIsFor() {
        Policy policy = Policy.of(
                Rule.of("all", Limit.parse("5/h")),
                Rule.of("orders", Limit.parse("2/h")).matching(Match.path("/orders/{id}")),
                Rule.of("watched", Limit.parse("1/h")).withMode(Mode.SHADOW));
        Gate gate = new Gate(policy, new MemoryStore(ManualTime.create()), new DeniedRequests(registry));
        for (int i = 0; i < 5; i++) {
            gate.check(Request.of("GET", "/orders/" + i)).toCompletableFuture().join();
        }
        assertThat(denied("enforce", "orders", "/orders/*")).isEqualTo(3);
        for (int i = 0; i < 5; i++) {
            gate.check(Request.of("GET", "/else")).toCompletableFuture().join();
        }
        assertThat(denied("enforce", "all", "/**")).isEqualTo(2);
        // Of the five requests that were let through, it would have let one.
        assertThat(denied("shadow", "watched", "/**")).isEqualTo(4);
        assertThat(registry.find("api.rate_limit.exceeded").counters()).hasSize(3);
    }
}
