package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policy.Action;
import io.weir.policy.Bypass;
import io.weir.policy.GateListener;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;

/**
 * Meters of a gate's decisions by rule: {@code rate_limiter.rule.requests}, {@code .near_limit}, {@code .rule.usage},
 * {@code .rule.fill.rate}, {@code api.rate_limit.exceeded}; and {@code rate_limiter.bypassed}, {@code .unknown_tiers}
 * and {@code .policy.mode}. The number of series depends on the number of rules only, not on the callers. Beyond 200
 * rules, the remaining rules share one series. Thread-safe.
 */
public final class GateMeters implements GateListener {

    private final PerName<Rule, RuleMeters> rules;
    private final PerName<String, Counter> bypasses;
    private final Counter unknownTiers;
    private volatile Mode mode = Mode.ENFORCE;

    public GateMeters(MeterRegistry registry) {
        this.rules = new PerName<>(
                Rule::name,
                rule -> RuleMeters.of(rule, registry),
                name -> RuleMeters.ofRest(name, registry),
                RuleMeters::remove);
        this.bypasses = new PerName<>(
                name -> name, name -> bypassed(name, registry), name -> bypassed(name, registry), registry::remove);
        this.unknownTiers = Counter.builder("rate_limiter.unknown_tiers")
                .description(
                        "Requests of callers with a tier unknown to the policy, who are treated as the lowest tier")
                .register(registry);
        Gauge.builder("rate_limiter.policy.mode", this, meters -> number(meters.mode))
                .description("The mode that caps the mode of every rule: 0 enforce, 1 shadow, 2 off")
                .strongReference(true)
                .register(registry);
    }

    private static Counter bypassed(String name, MeterRegistry registry) {
        return Counter.builder("rate_limiter.bypassed")
                .description("Requests that a bypass of the policy allowed without asking a rule")
                .tag("by", name)
                .register(registry);
    }

    private static int number(Mode mode) {
        return switch (mode) {
            case ENFORCE -> 0;
            case SHADOW -> 1;
            case OFF -> 2;
        };
    }

    @Override
    public void governed(Policy policy) {
        mode = policy.mode();
        rules.keep(policy.rules(), RuleMeters::use);
        bypasses.keep(policy.bypasses().stream().map(Bypass::name).toList(), (counter, name) -> {});
    }

    @Override
    public void unknownTier(String tier) {
        unknownTiers.increment();
    }

    @Override
    public void judged(Verdict verdict) {
        if (verdict.bypass().isPresent()) {
            bypasses.get(verdict.bypass().get()).increment();
            return;
        }
        verdict.each((rule, subject, charge, decision) -> {
            if (decision.allowed() || !asksForChallenge(rule)) {
                rules.get(rule).count(charge, decision);
            } else {
                rules.get(rule).countChallenge(charge, decision);
            }
        });
        if (verdict.allowed()) {
            verdict.eachThatWouldDeny(rule -> rules.get(rule).wouldDeny());
        } else if (verdict.action() == Action.CHALLENGE) {
            verdict.decidingRule().ifPresent(rule -> rules.get(rule).challenged());
        } else {
            verdict.decidingRule().ifPresent(rule -> rules.get(rule).denied());
        }
    }

    /** Returns whether a denial of this rule asks for a challenge, instead of only being observed. */
    private boolean asksForChallenge(Rule rule) {
        return rule.then() instanceof Then.Challenge && rule.mode().and(mode) == Mode.ENFORCE;
    }
}
