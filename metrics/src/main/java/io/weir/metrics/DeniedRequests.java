package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policy.PathPattern;
import io.weir.policy.Rule;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.function.Consumer;

/** Counts requests that were denied, as {@code api.rate_limit.exceeded} by the rule that did and the paths it is for. */
public final class DeniedRequests implements Consumer<Verdict> {

    private static final String ALL_PATHS = "/**";

    private final MeterRegistry registry;

    public DeniedRequests(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void accept(Verdict verdict) {
        if (verdict.allowed()) {
            return;
        }
        String by = verdict.decidedBy().map(Ruling::rule).orElse("");
        verdict.each((rule, decision) -> {
            if (rule.name().equals(by)) {
                counter(rule).increment();
            }
        });
    }

    private Counter counter(Rule rule) {
        return Counter.builder("api.rate_limit.exceeded")
                .description("Requests that a rule denied")
                .tag("rule", rule.name())
                .tag("endpoint", rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS))
                .register(registry);
    }
}
