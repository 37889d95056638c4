package io.weir.lab.suggest;

import io.weir.lab.replay.DemandObserver;
import io.weir.limit.Algorithm;
import io.weir.limit.Rate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The demand under several rules of a policy: under rules that are buckets, because their needed capacity is exact. */
public final class RuleDemands implements DemandObserver {

    private final Map<String, Demand> demands = new LinkedHashMap<>();

    private RuleDemands() {}

    /** Observes all buckets of a policy, each at its own rate. */
    public static RuleDemands ofBuckets(Policy policy) {
        RuleDemands demands = new RuleDemands();
        for (Rule rule : policy.rules()) {
            Algorithm algorithm = rule.limit().algorithm();
            if (algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET) {
                demands.demands.put(rule.name(), new Demand(List.of(rule.limit().rate())));
            }
        }
        return demands;
    }

    /** Observes one rule at several rates. */
    public static RuleDemands ofRule(String rule, Collection<Rate> rates) {
        RuleDemands demands = new RuleDemands();
        demands.demands.put(rule, new Demand(rates));
        return demands;
    }

    public Optional<Demand> of(Rule rule) {
        return Optional.ofNullable(demands.get(rule.name()));
    }

    @Override
    public void asked(Rule rule, Subject subject, int caller, long atMicros, long cost) {
        Demand demand = demands.get(rule.name());
        if (demand != null) {
            demand.add(subject, caller, atMicros, cost);
        }
    }
}
