package io.weir.spring.internal.method;

import io.weir.http.GatedRequest;
import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.spring.RateLimited;
import io.weir.spring.internal.gate.GateObservers;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one method: a rule of the main gate, or a gate of its own with one rule that counts by key. The gate is replaced
 * when the policy of the main gate changes.
 */
final class MethodLimit {

    /** The key of calls without a key. */
    private static final String ALL_CALLS = "all";

    /** Used as the request of calls outside of requests; a rule that counts by caller does not apply to it. */
    private static final Request NO_REQUEST = Request.of("", "/");

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,99}");

    private record Made(Policy from, Gate gate) {}

    private final RateLimited annotation;
    private final String method;
    private final Gate main;
    private final Store store;
    private final GateObservers observers;
    private final boolean byKey;
    private volatile @Nullable Made made;

    /** @param method the full name of the method, which names the rule of a limit of its own */
    MethodLimit(RateLimited annotation, String method, Gate main, Store store, GateObservers observers) {
        this.annotation = annotation;
        this.method = method;
        this.main = main;
        this.store = store;
        this.observers = observers;
        this.byKey = annotation.value().isEmpty() || !annotation.key().isEmpty();
        if (annotation.value().isEmpty() == annotation.limit().isEmpty()) {
            throw wrong(
                    "either a rule or a limit is needed; write @RateLimited(\"rule\") or @RateLimited(limit = \"10/min\")");
        }
        if (rule(main.policy()).isEmpty()) {
            throw wrong("there is no rule \"" + annotation.value() + "\"; write the name of a rule of the policy");
        }
        if (byKey) {
            gate();
        } else if (rule(main.policy()).get().per().dimensions().stream().anyMatch(each -> each.kind() == Kind.KEY)) {
            throw wrong("its rule counts by key, but the annotation has none, so the rule would never apply; write"
                    + " @RateLimited(value = \"" + annotation.value()
                    + "\", key = \"#id\"), or per: global in the rule");
        }
    }

    private InvalidSettingException wrong(String why) {
        return new InvalidSettingException("@RateLimited on " + method, why);
    }

    /** Whether calls are counted by a property of the current request. */
    boolean needsRequest() {
        return rule(main.policy()).stream()
                .flatMap(rule -> rule.per().dimensions().stream())
                .anyMatch(dimension -> dimension.kind() != Kind.GLOBAL && dimension.kind() != Kind.KEY);
    }

    /** @param gated the current request */
    CompletionStage<Verdict> check(@Nullable String key, Optional<GatedRequest> gated) {
        if (byKey) {
            return gate().check(Request.ofKey(key == null ? ALL_CALLS : key, 1));
        }
        if (gated.isPresent() && gated.get().claim(annotation.value())) {
            return CompletableFuture.completedStage(Verdict.NO_RULE);
        }
        return main.checkRule(
                annotation.value(), gated.flatMap(GatedRequest::request).orElse(NO_REQUEST));
    }

    /** Returns the verdict as HTTP clients may see it: a limit in the annotation is named after the method, without its class. */
    Verdict shown(Verdict verdict) {
        return annotation.value().isEmpty() ? verdict.withRulesNamed(shortName()) : verdict;
    }

    private String shortName() {
        String last = method.substring(method.lastIndexOf('.') + 1);
        return PLAIN_NAME.matcher(last).matches() ? last : "method";
    }

    private Gate gate() {
        Policy policy = main.policy();
        Made known = made;
        if (known == null || known.from() != policy) {
            Policy own = Policy.of(rule(policy).stream().toList())
                    .withMode(policy.mode())
                    .withOverrides(policy.overrides());
            known = new Made(policy, observers.gateOfPart(own, store));
            made = known;
        }
        return known.gate();
    }

    /** Returns the rule; empty if the policy was replaced by one without it. */
    private Optional<Rule> rule(Policy policy) {
        if (annotation.value().isEmpty()) {
            return Optional.of(byKey(Rule.of(method, limit())));
        }
        Optional<Rule> named = policy.rules().stream()
                .filter(each -> each.name().equals(annotation.value()))
                .findFirst();
        return byKey ? named.map(MethodLimit::byKey) : named;
    }

    private Limit limit() {
        try {
            return Limit.parse(annotation.limit());
        } catch (IllegalArgumentException unreadable) {
            throw wrong(String.valueOf(unreadable.getMessage()));
        }
    }

    private static Rule byKey(Rule rule) {
        return rule.matching(Match.key("*")).per(CountBy.of(Kind.KEY));
    }
}
