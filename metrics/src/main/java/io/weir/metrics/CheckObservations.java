package io.weir.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Context;
import io.micrometer.observation.ObservationRegistry;
import io.weir.policy.Action;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Rule;
import io.weir.policy.spi.CheckTracer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Observes checks as {@code weir.check}, with the deciding rule and the outcome: a span for each check where
 * observations are traced. An observation contains nothing about the caller.
 */
public final class CheckObservations implements CheckTracer {

    private static final String NAME = "weir.check";
    private static final String RULE = "weir.rule";
    private static final String OUTCOME = "weir.outcome";
    private static final String DEGRADED = "weir.degraded";
    private static final String NONE = "none";

    private final ObservationRegistry registry;

    public CheckObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** Observes a check as part of the observation that is current on this thread. */
    @Override
    public CompletionStage<Verdict> trace(Supplier<CompletionStage<Verdict>> check) {
        return verdict(Context::new, check);
    }

    /** Observes a check as part of the trace in its context, such as a request with trace headers. */
    public CompletionStage<Verdict> verdict(Supplier<Context> context, Supplier<CompletionStage<Verdict>> check) {
        Observation observation = Observation.createNotStarted(NAME, context, registry)
                .contextualName("rate limit check")
                .start();
        CompletionStage<Verdict> verdict;
        try {
            verdict = check.get();
        } catch (RuntimeException refused) {
            observation.error(refused).stop();
            throw refused;
        }
        return verdict.whenComplete((value, failure) -> {
            if (failure == null) {
                describe(observation, value);
            } else {
                observation.error(failure);
            }
            observation.stop();
        });
    }

    private static void describe(Observation observation, Verdict verdict) {
        List<String> watching = new ArrayList<>();
        verdict.eachThatWouldDeny((Rule rule) -> watching.add(rule.name()));
        if (verdict.bypass().isPresent()) {
            describe(observation, NONE, "bypassed");
        } else if (!verdict.allowed()) {
            describe(observation, verdict.decidedBy().map(Ruling::rule).orElse(NONE), outcome(verdict.action()));
        } else if (!watching.isEmpty()) {
            describe(observation, watching.get(0), "would_deny");
        } else {
            describe(observation, verdict.tightest().map(Ruling::rule).orElse(NONE), "allowed");
        }
        observation.highCardinalityKeyValue(DEGRADED, Boolean.toString(verdict.degraded()));
    }

    private static String outcome(Action action) {
        return switch (action) {
            case CHALLENGE -> "challenged";
            case BLOCKED -> "blocked";
            case DENY, ALLOW -> "denied";
        };
    }

    private static void describe(Observation observation, String rule, String outcome) {
        observation.lowCardinalityKeyValue(RULE, rule).lowCardinalityKeyValue(OUTCOME, outcome);
    }
}
