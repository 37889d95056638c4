package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policy.Mode;
import io.weir.policy.PathPattern;
import io.weir.policy.Rule;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Counts requests that were denied, as {@code api.rate_limit.exceeded} by the rule that did and the paths it is for; and those that
 * rules in shadow would have denied, by that mode.
 */
public final class DeniedRequests implements Consumer<Verdict> {

    private static final String ALL_PATHS = "/**";

    private final MeterRegistry registry;

    public DeniedRequests(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void accept(Verdict verdict) {
        verdict.eachThatWouldDeny(rule -> counter(rule, Mode.SHADOW).increment());
        if (verdict.allowed()) {
            return;
        }
        String by = verdict.decidedBy().map(Ruling::rule).orElse("");
        verdict.each((rule, decision) -> {
            if (rule.name().equals(by)) {
                counter(rule, Mode.ENFORCE).increment();
            }
        });
    }

    private Counter counter(Rule rule, Mode mode) {
        return Counter.builder("api.rate_limit.exceeded")
                .description("Requests that a rule denied, or would have in shadow")
                .tag("rule", rule.name())
                .tag("endpoint", rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS))
                .tag("mode", mode.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
