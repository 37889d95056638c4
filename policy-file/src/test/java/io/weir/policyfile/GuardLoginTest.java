package io.weir.policyfile;

import static io.weir.policyfile.PolicySamples.mistakes;
import static io.weir.policyfile.PolicySamples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.store.OnFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules that {@code guard: login:} stands for. */
final class GuardLoginTest {

    private static List<Rule> rules(String... lines) {
        return read("guard:\n  login:\n    path: /login\n    " + String.join("\n    ", lines))
                .rules();
    }

    private static Rule rule(String name, String... lines) {
        return rules(lines).stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPathAloneStandsForElevenRules() {
        assertThat(rules())
                .extracting(rule -> rule.name() + " " + rule.per().types()
                        + rule.distinct().map(Dimension::written) + " " + rule.limit() + " " + rule.then())
                .containsExactly(
                        "login-per-ip [ip]Optional.empty 10/min Deny[status=429]",
                        "login-lock [account,source]Optional[{fact: password}] sliding window 5 per 15min"
                                + " Lock[time=PT15M]",
                        "login-challenge [account,source]Optional.empty sliding window 3 per 15min Challenge[]",
                        "login-challenge-ip [ip]Optional.empty sliding window 3 per 15min Challenge[]",
                        "login-account [account]Optional.empty sliding window 10 per 15min Challenge[]",
                        "login-account-day [account]Optional.empty sliding window counter 100/day Challenge[]",
                        "login-accounts-per-ip [ip]Optional[account] sliding window 20/h Deny[status=429]",
                        "login-accounts-per-network [network-24/48]Optional[account] sliding window 100/h Challenge[]",
                        "login-password [fact-password]Optional[account] sliding window 10/h Challenge[]",
                        "login-failures [global]Optional.empty 100/min Challenge[]",
                        "second-factor-lock [account]Optional.empty sliding window 5 per 15min Lock[time=PT15M]");
        assertThat(rules())
                .filteredOn(rule -> rule.outcome().equals(Outcome.ANY))
                .extracting(Rule::name)
                .containsExactly("login-per-ip");
        assertThat(rules())
                .filteredOn(rule -> rule.match().withoutFacts().contains("device"))
                .extracting(Rule::name)
                .containsExactly(
                        "login-challenge-ip",
                        "login-account",
                        "login-account-day",
                        "login-accounts-per-ip",
                        "login-failures");
    }

    @Test
    void aRuleIsTheSameAsIfItWereWrittenOut() {
        assertThat(rule("login-challenge-ip"))
                .isEqualTo(read(
                                "rules:",
                                "  - name: login-challenge-ip",
                                "    match: {path: /login, fact: {login: password}, device: unknown}",
                                "    per: ip",
                                "    limit: {algorithm: sliding-window, permits: 3, per: 15min}",
                                "    count-on: [401, 403]",
                                "    then: challenge")
                        .rules()
                        .get(0));
    }

    @Test
    void onlyAttemptsMatch() {
        Match match = rule("login-per-ip").match();
        assertThat(match.facts()).isEqualTo(Map.of("login", new Glob("password")));
        assertThat(rule("second-factor-lock").match().facts()).isEqualTo(Map.of("login", new Glob("second-factor")));
        assertThat(match.path().map(Object::toString)).contains("/login");
    }

    @Test
    void everyRuleHasAWordForItsNumbers() {
        List<Rule> rules = rules(
                "per-ip: 1/min burst 2",
                "lock: 2 per 1h for 2h",
                "challenge: 3/h",
                "challenge-ip: 4/h",
                "account: 5/h",
                "account-day: 6/day",
                "accounts-per-ip: 7/h",
                "accounts-per-network: 8/h",
                "password: 9/h",
                "failures: 10/min burst 20",
                "second-factor: 11 per 15min for 30min");
        assertThat(rules)
                .extracting(rule -> rule.limit().rate().permits())
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(rules.get(1).then()).isEqualTo(new Then.Lock(Duration.ofHours(2)));
        assertThat(rules.get(1).limit()).isEqualTo(Limit.slidingWindow(Rate.perHour(2)));
        assertThat(rules.get(9).limit()).isEqualTo(Limit.parse("10/min burst 20"));
        assertThat(rules.get(10).then()).isEqualTo(new Then.Lock(Duration.ofMinutes(30)));
    }

    @Test
    void aRuleTakesOptions() {
        Rule day = rule("login-account-day", "account-day: {then: deny, mode: shadow, on-store-failure: closed}");
        assertThat(day.then()).isEqualTo(Then.DENY);
        assertThat(day.mode()).isEqualTo(Mode.SHADOW);
        assertThat(day.onFailure()).isEqualTo(OnFailure.CLOSED);
        assertThat(day.outcome()).isEqualTo(new Outcome(Set.of(401, 403), Set.of()));
        Rule perIp = rule(
                "login-per-ip",
                "per-ip: {limit: {algorithm: fixed-window, permits: 5, per: 1m},",
                "  overrides: {ip:192.0.2.1: 100/min}}");
        assertThat(perIp.limit()).isEqualTo(Limit.fixedWindow(Rate.perMinute(5)));
        assertThat(perIp.overrides()).isEqualTo(Map.of(Subject.parse("ip:192.0.2.1"), Limit.parse("100/min")));
        Rule blocking = rule("login-accounts-per-ip", "accounts-per-ip: {limit: 20/h, then: {block: 1h}}");
        assertThat(blocking.then()).isEqualTo(new Then.Block(Duration.ofHours(1)));
        assertThat(blocking.distinct()).isPresent();
    }

    @Test
    void allTheRulesTakeAModeAndStatuses() {
        assertThat(rules("mode: shadow", "lock: {mode: off}"))
                .extracting(Rule::mode)
                .containsOnlyOnce(Mode.OFF)
                .doesNotContain(Mode.ENFORCE);
        assertThat(rules("failed-on: [401, 422]"))
                .extracting(rule -> rule.outcome().countedOn())
                .containsOnly(Set.of(), Set.of(401, 422));
    }

    @Test
    void rulesThatAreOffAreLeftOut() {
        assertThat(rules("off: [login-password, login-failures]"))
                .hasSize(9)
                .extracting(Rule::name)
                .doesNotContain("login-password", "login-failures");
        assertThat(read(
                                "guard: {login: {path: /login, off: login-per-ip}}",
                                "rules: [{name: login-per-ip, per: ip, limit: 3/min}]")
                        .rules())
                .as("the name is free then")
                .hasSize(11);
    }

    @Test
    void theRulesFollowThoseThatAreWrittenOut() {
        assertThat(read("guard: {login: {path: /login}}", "rules: [{name: a, per: ip, limit: 3/min}]")
                        .rules())
                .extracting(Rule::name)
                .startsWith("a", "login-per-ip");
    }

    @Test
    void mistakesInSeveralRulesAreReportedTogether() {
        assertThat(mistakes("guard:", "  login:", "    path: login", "    lock: 5", "    account: {limit: x}"))
                .hasSize(3)
                .extracting(mistake -> mistake.substring(0, 4))
                .containsExactly("3:11", "4:11", "5:22");
    }
}
