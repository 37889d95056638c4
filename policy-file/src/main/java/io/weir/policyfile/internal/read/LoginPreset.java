package io.weir.policyfile.internal.read;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One of the rules that {@code guard: login:} stands for, as it is if only the path is given.
 *
 * @param word under which it has other numbers
 */
record LoginPreset(String word, Rule rule) {

    /** The fact that tells the step of a login. Requests without it are no attempts, and match none of the rules. */
    private static final String STEP = "login";

    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Then LOCK = new Then.Lock(QUARTER);
    private static final Then CHALLENGE = new Then.Challenge();
    private static final Dimension ACCOUNT = Dimension.fact("account");
    private static final Dimension PASSWORD = Dimension.fact("password");
    private static final CountBy OF_ACCOUNT = new CountBy(List.of(ACCOUNT));
    private static final CountBy OF_PAIR = new CountBy(List.of(ACCOUNT, Dimension.fact("source")));
    private static final CountBy OF_NETWORK = new CountBy(List.of(Dimension.network(24, 48)));
    private static final CountBy OF_PASSWORD = new CountBy(List.of(PASSWORD));

    /** The failures, if no others are given. */
    static final Outcome FAILED = new Outcome(Set.of(401, 403), Set.of());

    /** All of them, in their order. */
    static final List<LoginPreset> ALL = List.of(
            preset("per-ip", "login-per-ip", Limit.tokenBucket(Rate.perMinute(10)), CountBy.IP, Then.DENY)
                    .with(rule -> rule.withOutcome(Outcome.ANY)),
            // A password that was wrong before is no new guess.
            preset("lock", "login-lock", perQuarter(5), OF_PAIR, LOCK).with(rule -> rule.countingDistinct(PASSWORD)),
            preset("challenge", "login-challenge", perQuarter(3), OF_PAIR, CHALLENGE),
            preset("challenge-ip", "login-challenge-ip", perQuarter(3), CountBy.IP, CHALLENGE)
                    .forUnknownDevices(),
            preset("account", "login-account", perQuarter(10), OF_ACCOUNT, CHALLENGE)
                    .forUnknownDevices(),
            preset(
                            "account-day",
                            "login-account-day",
                            Limit.slidingWindowCounter(Rate.perDay(100)),
                            OF_ACCOUNT,
                            CHALLENGE)
                    .forUnknownDevices(),
            preset("accounts-per-ip", "login-accounts-per-ip", perHour(20), CountBy.IP, Then.DENY)
                    .ofDistinctAccounts()
                    .forUnknownDevices(),
            preset("accounts-per-network", "login-accounts-per-network", perHour(100), OF_NETWORK, CHALLENGE)
                    .ofDistinctAccounts(),
            preset("password", "login-password", perHour(10), OF_PASSWORD, CHALLENGE)
                    .ofDistinctAccounts(),
            preset("failures", "login-failures", Limit.tokenBucket(Rate.perMinute(100)), CountBy.GLOBAL, CHALLENGE)
                    .forUnknownDevices(),
            preset("second-factor", "second-factor-lock", perQuarter(5), OF_ACCOUNT, LOCK)
                    .with(rule -> rule.matching(ofStep("second-factor"))));

    private static Limit perQuarter(long permits) {
        return Limit.slidingWindow(Rate.of(permits, QUARTER));
    }

    private static Limit perHour(long permits) {
        return Limit.slidingWindow(Rate.perHour(permits));
    }

    /** Returns a rule that counts failed attempts with a password. */
    private static LoginPreset preset(String word, String name, Limit limit, CountBy per, Then then) {
        return new LoginPreset(
                word,
                Rule.of(name, limit)
                        .matching(ofStep("password"))
                        .per(per)
                        .withOutcome(FAILED)
                        .then(then));
    }

    private static Match ofStep(String step) {
        return Match.ALL.withFacts(Map.of(STEP, new Glob(step)));
    }

    private LoginPreset with(UnaryOperator<Rule> change) {
        return new LoginPreset(word, change.apply(rule));
    }

    private LoginPreset forUnknownDevices() {
        return with(known -> known.matching(known.match().withoutFacts("device")));
    }

    private LoginPreset ofDistinctAccounts() {
        return with(known -> known.countingDistinct(ACCOUNT));
    }

    static Map<String, LoginPreset> byRuleName() {
        Map<String, LoginPreset> byName = new LinkedHashMap<>();
        ALL.forEach(each -> byName.put(each.rule().name(), each));
        return byName;
    }

    /** Returns whether the subject is locked for a time, which the limit may name: {@code 5 per 15min for 15min}. */
    boolean locks() {
        return rule.then() instanceof Then.Lock;
    }

    Algorithm algorithm() {
        return rule.limit().algorithm();
    }

    /** Returns the rule for logins at a path, where these responses mean that they failed. */
    Rule at(String path, Outcome failures) {
        Rule there = rule.matching(rule.match().withPath(path));
        return rule.outcome().countsAll() ? there : there.withOutcome(failures);
    }
}
