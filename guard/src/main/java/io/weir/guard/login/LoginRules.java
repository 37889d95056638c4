package io.weir.guard.login;

import io.weir.policy.Policy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import java.util.List;

/**
 * The rules of a policy that are for logins: those that match the fact {@code login}.
 *
 * @param policy from which they were taken
 * @param all of them
 * @param ofOwner those whose counters belong to one account at one source, or lock it; a success clears them
 * @param path of logins
 */
record LoginRules(Policy policy, Policy all, Policy ofOwner, String path) {

    private static final String USUAL_PATH = "/login";
    private static final Dimension ACCOUNT = Dimension.fact(AttemptFacts.ACCOUNT);
    private static final Dimension SOURCE = Dimension.fact(AttemptFacts.SOURCE);

    static LoginRules of(Policy policy) {
        List<Rule> rules =
                policy.rules().stream().filter(LoginRules::isForLogins).toList();
        String path = rules.stream()
                .flatMap(rule -> rule.match().path().stream())
                .map(Object::toString)
                .findFirst()
                .orElse(USUAL_PATH);
        return new LoginRules(
                policy,
                policy.withRules(rules),
                policy.withRules(rules.stream().filter(LoginRules::isOfOwner).toList()),
                path);
    }

    static boolean isForLogins(Rule rule) {
        return rule.match().facts().containsKey(AttemptFacts.LOGIN);
    }

    /** Returns whether anything is counted. */
    boolean areInForce() {
        return !all.rules().isEmpty() && all.mode() != Mode.OFF;
    }

    private static boolean isOfOwner(Rule rule) {
        List<Dimension> per = rule.per().dimensions();
        return per.contains(ACCOUNT) && (per.contains(SOURCE) || rule.then() instanceof Then.Lock);
    }
}
