package io.weir.spring.internal.gate;

import io.weir.limit.Decision;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Rule;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the decisions of each rule in this process. */
public final class RuleCounts {

    /**
     * The decisions of one rule.
     *
     * @param denied the number of denied requests; for a rule in shadow mode, those that it would have denied
     */
    public record Count(long allowed, long denied) {

        static final Count NONE = new Count(0, 0);
    }

    private record Adders(LongAdder allowed, LongAdder denied) {}

    private final Map<String, Adders> byRule = new ConcurrentHashMap<>();

    void judged(Verdict verdict) {
        verdict.each((rule, subject, charge, decision) -> count(rule, decision));
    }

    private void count(Rule rule, Decision decision) {
        Adders adders = byRule.get(rule.name());
        if (adders == null) {
            adders = byRule.computeIfAbsent(rule.name(), name -> new Adders(new LongAdder(), new LongAdder()));
        }
        (decision.allowed() ? adders.allowed() : adders.denied()).increment();
    }

    public Count of(String rule) {
        Adders adders = byRule.get(rule);
        return adders == null
                ? Count.NONE
                : new Count(adders.allowed().sum(), adders.denied().sum());
    }
}
