package io.weir.policyfile;

import static io.weir.policyfile.PolicySamples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.Cidr;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Bypass;
import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GeneralFormTest {

    private static Rule rule(String... options) {
        return read("rules:", "  - name: a", "    " + String.join("\n    ", options))
                .rules()
                .get(0);
    }

    private static Match match(String match) {
        return rule("match: " + match, "per: ip", "limit: 10/min").match();
    }

    private static CountBy per(String per) {
        return rule("per: " + per, "limit: 10/min").per();
    }

    private static Limit limit(String limit) {
        return rule("per: ip", "limit: " + limit).limit();
    }

    @Test
    void defaultsAreTheSameAsInCode() {
        assertThat(rule("per: ip", "limit: 10/min"))
                .isEqualTo(Rule.of("a", Limit.parse("10/min")).per(CountBy.IP));
    }

    @Test
    void readsTheRuleOfTheManual() {
        assertThat(rule(
                        "match: {path: /api/v1/login, method: POST}",
                        "per: ip",
                        "limit: 10/min",
                        "on-store-failure: local",
                        "mode: enforce"))
                .isEqualTo(Rule.of("a", Limit.parse("10/min"))
                        .matching(Match.path("/api/v1/login").withMethods("POST"))
                        .per(CountBy.IP));
    }

    @Test
    void readsEveryKindOfMatch() {
        assertThat(match("{path: '/orders/{id}'}")).isEqualTo(Match.path("/orders/{id}"));
        assertThat(match("{method: [PUT, PURGE]}").methods()).isEqualTo(Set.of("PUT", "PURGE"));
        assertThat(match("{method: read}").methods()).isEqualTo(Match.READING);
        assertThat(match("{method: [write, TRACE]}").methods()).isEqualTo(Set.of(Match.WRITING, "TRACE"));
        assertThat(match("{host: '*.Example.com'}").host()).contains(new Glob("*.example.com"));
        assertThat(match("{host: Api.example.com.}").host()).contains(new Glob("api.example.com"));
        assertThat(match("{header: {X-Plan: 'beta*'}}").headers()).isEqualTo(Map.of("x-plan", new Glob("beta*")));
        assertThat(match("{callers: authenticated}").callers()).isEqualTo(CallerKind.AUTHENTICATED);
        assertThat(rule("match: {key: 'user:*'}", "per: key", "limit: 1/s").match())
                .isEqualTo(Match.key("user:*"));
    }

    @Test
    void matchesDeclaredTiers() {
        Policy policy = read(
                "tiers: {free: {refill-rate: 1}, pro: {refill-rate: 2}}",
                "rules: [{name: a, match: {tier: [free, pro]}, per: ip, limit: 1/s}]");
        assertThat(policy.rules().get(3).match().tiers()).isEqualTo(Set.of("free", "pro"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"global", "ip", "user", "api-key", "tenant", "caller"})
    void countsByEveryKeyword(String word) {
        Kind kind = Kind.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        assertThat(per(word)).isEqualTo(CountBy.of(kind));
    }

    @Test
    void countsByHeadersClaimsAndSeveralTogether() {
        Dimension header = new Dimension(Kind.HEADER, "x-name");
        Dimension claim = new Dimension(Kind.CLAIM, "Org");
        assertThat(per("{header: X-Name}")).isEqualTo(new CountBy(List.of(header)));
        assertThat(per("{claim: Org}")).isEqualTo(new CountBy(List.of(claim)));
        assertThat(per("[tenant, {header: X-Name}, claim: Org]"))
                .isEqualTo(new CountBy(List.of(Dimension.of(Kind.TENANT), header, claim)));
    }

    @Test
    void readsEveryAlgorithm() {
        Rate rate = Rate.perMinute(10);
        assertThat(limit("10/min burst 15")).isEqualTo(Limit.parse("10/min burst 15"));
        assertThat(limit("{permits: 10, per: 1m}")).isEqualTo(Limit.tokenBucket(rate));
        assertThat(limit("{algorithm: token-bucket, permits: 10, per: minute, capacity: 15}"))
                .isEqualTo(Limit.tokenBucket(rate).withCapacity(15));
        assertThat(limit("{permits: 10, per: 60s, burst: 15}")).isEqualTo(Limit.parse("10/min burst 15"));
        assertThat(limit("{algorithm: leaky-bucket, permits: 10, per: 1m, capacity: 15}"))
                .isEqualTo(Limit.leakyBucket(rate, 15));
        assertThat(limit("{algorithm: leaky-bucket, permits: 10, per: 1m}")).isEqualTo(Limit.leakyBucket(rate, 10));
        assertThat(limit("{algorithm: fixed-window, permits: 10, per: 1m}")).isEqualTo(Limit.fixedWindow(rate));
        assertThat(limit("{algorithm: sliding-window, permits: 10, per: 1m}")).isEqualTo(Limit.slidingWindow(rate));
        assertThat(limit("{algorithm: sliding-window-counter, permits: 10, per: 1m}"))
                .isEqualTo(Limit.slidingWindowCounter(rate));
    }

    @Test
    void readsEveryOption() {
        Rule rule = rule(
                "per: tenant",
                "limit: 100/min",
                "cost: 5",
                "mode: off",
                "on-store-failure: open",
                "scope: node",
                "group: reports",
                "idempotent: true",
                "overrides: {tenant:acme: 5000/min}");
        assertThat(rule)
                .isEqualTo(Rule.of("a", Limit.parse("100/min"))
                        .per(CountBy.of(Kind.TENANT))
                        .withCost(new Cost.Fixed(5))
                        .withMode(Mode.OFF)
                        .withOnFailure(OnFailure.OPEN)
                        .withScope(Scope.NODE)
                        .inGroup("reports")
                        .withFreeRetries()
                        .withOverrides(Map.of(Subject.parse("tenant:acme"), Limit.parse("5000/min"))));
    }

    @Test
    void offMayBeFalseAsInOlderYaml() {
        assertThat(rule("per: ip", "limit: 1/s", "mode: false").mode()).isEqualTo(Mode.OFF);
    }

    @Test
    void aComputedCostIsTheFunctionOfThatName() {
        Rule rule = rule("per: ip", "limit: 10/min", "cost: {computed: graphql-points}");
        Cost.Computed cost = (Cost.Computed) rule.cost();
        assertThat(cost.name()).isEqualTo("graphql-points");
        assertThat(cost.permits().applyAsLong(Request.of("POST", "/graphql"))).isEqualTo(7);
    }

    @Test
    void readsSettingsOfTheWholePolicy() {
        Policy policy = read(
                "mode: shadow",
                "overrides: {tenant:acme: 5000/min}",
                "bypass:",
                "  - {name: monitoring, cidr: 10.1.0.0/16}",
                "  - {name: batch, user: batch}",
                "  - {name: partner, api-key: key-42}",
                "  - {name: both, cidr: '2001:db8::/32', user: '42'}",
                "rules: [{name: a, per: tenant, limit: 1000/min}]");
        assertThat(policy.mode()).isEqualTo(Mode.SHADOW);
        assertThat(policy.overrides()).isEqualTo(Map.of(Subject.parse("tenant:acme"), Limit.parse("5000/min")));
        Cidr network = Cidr.parse("2001:db8::/32");
        assertThat(policy.bypasses())
                .containsExactly(
                        Bypass.network("monitoring", Cidr.parse("10.1.0.0/16")),
                        Bypass.user("batch", "batch"),
                        Bypass.apiKey("partner", "key-42"),
                        new Bypass("both", Optional.of(network), Optional.of("42"), Optional.empty()));
    }

    @Test
    void overridesNameSubjectsAsRulesCountThem() {
        Policy policy = read(
                "ipv6-prefix: 48",
                "overrides:",
                "  user:42: 1/s",
                "  api-key:k1: 2/s",
                "  apikey:k2: 2/s",
                "  ip:10.0.0.1: 3/s",
                "  'ip:2001:db8:1:2::3': 4/s",
                "  'ip:2001:db8:2::/48': 4/s",
                "  'ip:2002:102:304::1': 4/s",
                "  'header-x-plan:gold': 5/s",
                "  'tenant,user:acme,42': 6/s",
                "rules:",
                "  - {name: a, per: caller, limit: 1000/min}",
                "  - {name: b, per: {header: X-Plan}, limit: 1000/min}",
                "  - {name: c, per: [tenant, user], limit: 1000/min}");
        assertThat(policy.overrides().keySet())
                .extracting(Subject::toString)
                .containsExactlyInAnyOrder(
                        "user:42",
                        "apikey:k1",
                        "apikey:k2",
                        "ip:10.0.0.1",
                        "ip:2001:db8:1:0:0:0:0:0/48",
                        "ip:2001:db8:2:0:0:0:0:0/48",
                        "ip:1.2.3.4",
                        "header-x-plan:gold",
                        "tenant,user:acme,42");
    }

    @Test
    void rulesThatDifferOnlyInModeAreDifferent() {
        assertThat(read(
                                "rules:",
                                "  - {name: a, per: ip, limit: 10/min}",
                                "  - {name: b, per: ip, limit: 10/min, mode: shadow}",
                                "  - {name: c, per: ip, limit: 10/min, mode: off}")
                        .rules())
                .hasSize(3);
    }
}
