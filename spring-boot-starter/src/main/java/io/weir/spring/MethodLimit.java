package io.weir.spring;

import io.weir.http.Passage;
import io.weir.limit.Limit;
import io.weir.policy.CountBy;
import io.weir.policy.Dimension.Kind;
import io.weir.policy.Gate;
import io.weir.policy.Match;
import io.weir.policy.Policy;
import io.weir.policy.Request;
import io.weir.policy.Rule;
import io.weir.policy.Verdict;
import io.weir.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a method is limited by: a rule of the main gate, or a gate with one rule that counts keys, kept up to date with the policy
 * that the rule is from.
 */
final class MethodLimit {

    /** What its calls are counted by that have no key. */
    private static final String ALL_CALLS = "all";

    /** Where there is no request: a rule that counts callers meets nobody then. */
    private static final Request NO_REQUEST = Request.of("", "/");

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,99}");

    private record Made(Policy from, Gate gate) {}

    private final RateLimited annotation;
    private final String method;
    private final Gate main;
    private final Store store;
    private final Watch watch;
    private final boolean byKey;
    private volatile @Nullable Made made;

    /** @param method its name, by which a limit of its own is counted */
    MethodLimit(RateLimited annotation, String method, Gate main, Store store, Watch watch) {
        this.annotation = annotation;
        this.method = method;
        this.main = main;
        this.store = store;
        this.watch = watch;
        this.byKey = annotation.value().isEmpty() || !annotation.key().isEmpty();
        if (annotation.value().isEmpty() == annotation.limit().isEmpty()) {
            throw wrong("it needs a rule or a limit; write @RateLimited(\"rule\") or @RateLimited(limit = \"10/min\")");
        }
        if (rule(main.policy()).isEmpty()) {
            throw wrong("there is no rule \"" + annotation.value() + "\"; write the name of one of the policy");
        }
        if (byKey) {
            gate();
        }
    }

    private InvalidSettingException wrong(String why) {
        return new InvalidSettingException("@RateLimited on " + method, why);
    }

    /** Whether it counts by the request in which a call is made. */
    boolean needsRequest() {
        return rule(main.policy()).stream()
                .flatMap(rule -> rule.per().dimensions().stream())
                .anyMatch(dimension -> dimension.kind() != Kind.GLOBAL && dimension.kind() != Kind.KEY);
    }

    /** @param passage of the request in which the call is made */
    CompletionStage<Verdict> check(@Nullable String key, Optional<Passage> passage) {
        if (byKey) {
            return gate().check(Request.ofKey(key == null ? ALL_CALLS : key, 1));
        }
        if (passage.isPresent() && passage.get().claim(annotation.value())) {
            return CompletableFuture.completedStage(Verdict.NO_RULE);
        }
        return main.checkRule(
                annotation.value(), passage.flatMap(Passage::request).orElse(NO_REQUEST));
    }

    /** The verdict as HTTP callers may see it: a limit of the method's own has the name of the method alone. */
    Verdict told(Verdict verdict) {
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
            known = new Made(policy, watch.partOfIt(own, store));
            made = known;
        }
        return known.gate();
    }

    /** None if the policy was replaced by one that has no such rule any more. */
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
