package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.metrics.internal.FillRate;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import io.weir.store.Charge;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Meters of one rule: its decisions, and how much of its limit is used. */
final class RuleMeters {

    private static final String ALL_PATHS = "/**";
    private static final String CHALLENGE = "challenge";

    /** The used part of the capacity, in percent, from which an allowed request counts as near the limit. */
    private static final long NEAR_PERCENT = 90;

    private record Rulings(Counter allowed, Counter denied, Counter wouldDeny) {}

    private record Exceeded(String endpoint, Counter denied, Counter wouldDeny, Supplier<Counter> challenged) {}

    private final MeterRegistry registry;
    private final String name;
    private final Counter nearLimit;
    private final DistributionSummary usage;

    /** By algorithm, because an override of a subject may have another algorithm than the rule. */
    private final AtomicReferenceArray<@Nullable Rulings> rulings =
            new AtomicReferenceArray<>(Algorithm.values().length);

    /** Only of rules that ask for challenges. */
    private final Map<Algorithm, Counter> asked = new ConcurrentHashMap<>();

    private final List<Meter> all = new CopyOnWriteArrayList<>();
    private volatile Exceeded exceeded;
    private volatile @Nullable Limit limit;
    private volatile boolean challenges;

    private RuleMeters(MeterRegistry registry, String name, String endpoint) {
        this.registry = registry;
        this.name = name;
        this.nearLimit = Counter.builder("rate_limiter.near_limit")
                .description("Requests allowed with 90 % or more of the capacity in use")
                .tag("rule", name)
                .register(registry);
        this.usage = DistributionSummary.builder("rate_limiter.rule.usage")
                .description("The part of the rule's capacity in use after a decision")
                .tag("rule", name)
                .baseUnit("percent")
                .register(registry);
        this.exceeded = exceeded(endpoint);
        all.addAll(List.of(nearLimit, usage));
    }

    static RuleMeters of(Rule rule, MeterRegistry registry) {
        RuleMeters meters = new RuleMeters(registry, rule.name(), endpoint(rule));
        meters.limit = rule.limit();
        meters.rulings(rule.limit().algorithm());
        meters.all.add(
                Gauge.builder("rate_limiter.rule.fill.rate", meters, each -> FillRate.permitsPerSecond(each.limit))
                        .description("Permits per second that flow back by the rule's limit")
                        .tag("rule", rule.name())
                        .strongReference(true)
                        .register(registry));
        return meters;
    }

    /** Creates the meters shared by many rules, which have no common limit. */
    static RuleMeters ofRest(String name, MeterRegistry registry) {
        return new RuleMeters(registry, name, name);
    }

    private static String endpoint(Rule rule) {
        return rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS);
    }

    private Exceeded exceeded(String endpoint) {
        return new Exceeded(
                endpoint,
                exceeded(endpoint, Mode.ENFORCE.word()),
                exceeded(endpoint, Mode.SHADOW.word()),
                () -> exceeded(endpoint, CHALLENGE));
    }

    private Counter exceeded(String endpoint, String mode) {
        return Counter.builder("api.rate_limit.exceeded")
                .description("Requests that a rule denied or challenged, or would have in shadow")
                .tag("rule", name)
                .tag("endpoint", endpoint)
                .tag("mode", mode)
                .register(registry);
    }

    /** Updates the rule after a policy change. */
    void use(Rule rule) {
        limit = rule.limit();
        rulings(rule.limit().algorithm());
        if (!exceeded.endpoint().equals(endpoint(rule))) {
            remove(exceeded);
            exceeded = exceeded(endpoint(rule));
        }
    }

    @SuppressWarnings("EnumOrdinal") // In the order of the algorithms.
    private Rulings rulings(Algorithm algorithm) {
        Rulings known = rulings.get(algorithm.ordinal());
        return known == null ? make(algorithm) : known;
    }

    @SuppressWarnings("EnumOrdinal") // In the order of the algorithms.
    private Rulings make(Algorithm algorithm) {
        Rulings made =
                new Rulings(ruling(algorithm, "allowed"), ruling(algorithm, "denied"), ruling(algorithm, "would_deny"));
        all.addAll(List.of(made.allowed(), made.denied(), made.wouldDeny()));
        rulings.set(algorithm.ordinal(), made);
        return made;
    }

    private Counter ruling(Algorithm algorithm, String outcome) {
        return Counter.builder("rate_limiter.rule.requests")
                .description("Requests by the decision of one rule")
                .tag("rule", name)
                .tag("algorithm", algorithm.keyName())
                .tag("outcome", outcome)
                .register(registry);
    }

    /** Records that this rule asks for a challenge, whatever other rules decide. */
    void countChallenge(Charge charge, Decision decision) {
        recordUsage(decision);
        asked.computeIfAbsent(charge.limit().algorithm(), algorithm -> {
                    Counter made = ruling(algorithm, "challenged");
                    all.add(made);
                    return made;
                })
                .increment();
    }

    private long recordUsage(Decision decision) {
        long used = decision.limit() - decision.remaining();
        usage.record(100.0 * used / decision.limit());
        return used;
    }

    /** Records the decision of this rule, whatever other rules decide. */
    void count(Charge charge, Decision decision) {
        Rulings counters = rulings(charge.limit().algorithm());
        long used = recordUsage(decision);
        if (!decision.allowed()) {
            (charge.effect().isShadow() ? counters.wouldDeny() : counters.denied()).increment();
            return;
        }
        counters.allowed().increment();
        if (100 * used >= NEAR_PERCENT * decision.limit()) {
            nearLimit.increment();
        }
    }

    /** Records a request that this rule denied. */
    void denied() {
        exceeded.denied().increment();
    }

    /** Records a request for which this rule asks for a challenge. Few rules do, so others have no such counter. */
    void challenged() {
        exceeded.challenged().get().increment();
        challenges = true;
    }

    /** Records a request that this rule would have denied. */
    void wouldDeny() {
        exceeded.wouldDeny().increment();
    }

    void remove() {
        all.forEach(registry::remove);
        remove(exceeded);
    }

    private void remove(Exceeded old) {
        if (challenges) {
            registry.remove(old.challenged().get());
        }
        registry.remove(old.denied());
        registry.remove(old.wouldDeny());
    }
}
