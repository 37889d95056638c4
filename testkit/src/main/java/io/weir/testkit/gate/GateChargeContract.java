package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.Cidr;
import io.weir.limit.Limit;
import io.weir.policy.Bypass;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import io.weir.store.Charge;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract for the charges of the rules that match a request, on any store. */
abstract class GateChargeContract extends GateRetryContract {

    private static final Request ORDERS = Request.of("GET", "/api/v1/orders").withAddress(ip("1.2.3.4"));
    private static final Caller SHOPPER = Caller.user("shopper");

    @Test
    void rejectsAnOverrideBelowTheCost() {
        Policy policy = Policy.of(Rule.of("per-tenant", Limit.parse("100/min"))
                .per(CountBy.of(Kind.TENANT))
                .withCost(new Cost.Fixed(10)));
        assertThatThrownBy(() -> policy.withOverrides(Map.of(Subject.parse("tenant:acme"), Limit.parse("9/min"))))
                .hasMessageContaining("rule per-tenant can never be met: a request costs 10");
    }

    @Test
    void aRuleInShadowModeOnlyReportsItsDecision() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("100/min")),
                Rule.of("strict", Limit.parse("1/min")).withMode(Mode.SHADOW),
                Rule.of("unused", Limit.parse("1/min")).withMode(Mode.OFF));
        assertThat(admitted(gate, ORDERS, 5)).isEqualTo(5);
        Verdict verdict = check(gate, ORDERS);
        assertThat(verdict.allowed()).isTrue();
        assertThat(verdict.rulings()).extracting(Ruling::rule).containsExactly("global", "strict");
        assertThat(verdict.rulings().get(1).allowed()).isFalse();
        assertThat(verdict.explain()).contains("strict: would deny");
        assertThat(verdict.decidedBy()).isEmpty();
    }

    @Test
    void aWholePolicyCanBeInShadowModeOrOff() {
        Policy policy = Policy.of(Rule.of("one", Limit.parse("1/min")));
        Gate gate = new Gate(policy, store());
        assertThat(admitted(gate, ORDERS, 3)).isEqualTo(1);
        gate.replace(policy.withMode(Mode.SHADOW));
        assertThat(admitted(gate, ORDERS, 3)).isEqualTo(3);
        gate.replace(policy.withMode(Mode.OFF));
        assertThat(check(gate, ORDERS).explain()).isEqualTo("allowed: no rule is for this request");
        gate.replace(policy);
        assertThat(admitted(gate, ORDERS, 3)).isZero();
    }

    @Test
    void aRequestCostsTheFixedOrComputedCostOfTheRule() {
        Gate gate = gate(
                Rule.of("fixed", Limit.parse("10/min")).withCost(new Cost.Fixed(4)),
                Rule.of("points", Limit.parse("100/min"))
                        .withCost(new Cost.Computed(
                                "points",
                                Set.of("points"),
                                request ->
                                        Long.parseLong(request.header("points").orElse("1")))));
        assertThat(check(gate, ORDERS.withHeader("points", "30")).allowed()).isTrue();
        assertThat(left(gate, "fixed", ORDERS)).isEqualTo(6);
        assertThat(left(gate, "points", ORDERS)).isEqualTo(70);
        assertThat(check(gate, ORDERS.withHeader("points", "1000000")).allowed())
                .isFalse();
        assertThat(left(gate, "points", ORDERS)).isEqualTo(70);
        assertThat(check(gate, ORDERS.withHeader("points", "-5")).allowed()).isTrue();
        assertThat(left(gate, "points", ORDERS)).isEqualTo(69);
    }

    @Test
    void rejectsACostAboveTheCapacity() {
        Rule rule = Rule.of("small", Limit.parse("10/min"));
        assertThatThrownBy(() -> rule.withCost(new Cost.Fixed(11)))
                .hasMessage(
                        "rule small can never be met: a request costs 11, but 10/min holds no more than 10 at once");
        Gate gate = gate(rule.matching(Match.key("*")).per(CountBy.of(Kind.KEY)));
        assertThatThrownBy(() -> gate.check(Request.ofKey("user:1", 11))).hasMessageContaining("must be from 1 to 10");
        assertThatThrownBy(() -> gate.check(Request.ofKey("user:1", Long.MAX_VALUE)))
                .hasMessageContaining("must be from 1 to 10");
        assertThatThrownBy(() -> gate.check(Request.ofKey("user:1", -1))).hasMessageContaining("must be from 1 to 10");
        assertThat(left(gate, "small", Request.ofKey("user:1", 1))).isEqualTo(10);
    }

    @Test
    void anExemptRequestMatchesNoRuleAndIsCounted() {
        Policy policy = Policy.of(Rule.of("one", Limit.parse("1/day")))
                .withBypasses(List.of(
                        Bypass.network("inside", Cidr.parse("10.0.0.0/8")), Bypass.apiKey("batch", "key-batch")));
        Gate gate = new Gate(policy, store());
        assertThat(admitted(gate, ORDERS.withAddress(ip("10.1.2.3")), 5)).isEqualTo(5);
        assertThat(admitted(gate, ORDERS.withCaller(Caller.apiKey("key-batch")), 3))
                .isEqualTo(3);
        assertThat(admitted(
                        gate, ORDERS.withHeader("x-forwarded-for", "10.1.2.3").withHeader("x-api-key", "key-batch"), 5))
                .isEqualTo(1);
        assertThat(gate.bypassed()).containsExactlyInAnyOrderEntriesOf(Map.of("inside", 5L, "batch", 3L));
        assertThat(check(gate, ORDERS.withAddress(ip("10.1.2.3"))).explain()).isEqualTo("allowed by bypass inside");
    }

    @Test
    void overridesGiveSubjectsTheirOwnLimits() {
        Policy policy = Policy.of(
                        Rule.of("per-tenant", Limit.parse("2/min")).per(CountBy.of(Kind.TENANT)),
                        Rule.of("search", Limit.parse("4/min"))
                                .matching(Match.path("/search"))
                                .per(CountBy.of(Kind.TENANT))
                                .withOverrides(Map.of(Subject.parse("tenant:acme"), Limit.parse("3/min"))))
                .withOverrides(Map.of(Subject.parse("tenant:acme"), Limit.parse("5/min")));
        Gate gate = new Gate(policy, store());
        assertThat(admitted(gate, Request.of("GET", "/").withCaller(SHOPPER.withTenant("acme")), 10))
                .isEqualTo(5);
        assertThat(admitted(gate, Request.of("GET", "/").withCaller(SHOPPER.withTenant("other")), 10))
                .isEqualTo(2);
        time().advance(Duration.ofMinutes(2));
        assertThat(admitted(gate, Request.of("GET", "/search").withCaller(SHOPPER.withTenant("acme")), 10))
                .isEqualTo(3);
    }

    @Test
    void chargesCanBeGivenBackOnce() {
        Gate gate = gate(Rule.of("one", Limit.parse("5/day")), Rule.of("two", Limit.parse("7/day")));
        Verdict verdict = check(gate, ORDERS);
        Futures.get(gate.giveBack(verdict));
        Futures.get(gate.giveBack(verdict));
        assertThat(left(gate, "one", ORDERS)).isEqualTo(5);
        assertThat(left(gate, "two", ORDERS)).isEqualTo(7);
    }

    @Test
    void aRuleOnKeysSharesItsCountersWithChargesOfTheKey() {
        Limit limit = Limit.parse("5/day");
        Gate gate = gate(Rule.of("plain", limit).matching(Match.key("*")).per(CountBy.PLAIN_KEY));
        Charge charge = Charge.ofKey("user:42 %#{é", limit);
        Request request = Request.ofKey(charge.key(), 2);
        assertThat(check(gate, request).tightest().orElseThrow().subject()).hasToString("key:" + charge.key());
        assertThat(store().chargeNow(charge).remaining()).isEqualTo(2);
        assertThat(left(gate, "plain", request)).isEqualTo(2);
        Futures.get(gate.forget(new Subject("key", charge.key())));
        assertThat(store().chargeNow(charge).remaining()).isEqualTo(4);
    }

    @Test
    void allCountersOfASubjectCanBeReset() {
        Rule perUser = Rule.of("per-user", Limit.parse("2/h")).per(CountBy.of(Kind.USER));
        Rule orders = Rule.of("orders", Limit.parse("1/h"))
                .matching(Match.path("/api/v1/orders"))
                .per(CountBy.CALLER);
        Gate gate = gate(Rule.of("global", Limit.parse("5/h")), perUser, orders);
        Request shopper = ORDERS.withCaller(SHOPPER);
        Request other = ORDERS.withCaller(Caller.user("other"));
        assertThat(admitted(gate, shopper, 2)).isEqualTo(1);
        assertThat(admitted(gate, other, 2)).isEqualTo(1);
        Futures.get(gate.forget(Subject.parse("user:shopper")));
        Verdict fresh = check(gate, shopper);
        assertThat(fresh.allowed()).isTrue();
        assertThat(fresh.rulings())
                .extracting(ruling -> ruling.decision().remaining())
                .containsExactly(2L, 1L, 0L);
        assertThat(check(gate, other).allowed()).isFalse();
    }

    @Test
    void onlyResponsesThatTheRuleNamesAreCharged() {
        Gate gate = gate(
                Rule.of("all", Limit.parse("100/day")),
                Rule.of("failed", Limit.parse("3/day")).withOutcome(new Outcome(Outcome.statuses("401"), Set.of())),
                Rule.of("not-our-fault", Limit.parse("50/day"))
                        .withOutcome(new Outcome(Set.of(), Outcome.statuses("5xx"))));
        for (int i = 0; i < 10; i++) {
            Verdict verdict = check(gate, ORDERS);
            Futures.get(gate.settle(verdict, i < 5 ? 200 : 503));
            Futures.get(gate.settle(verdict, 503));
            Futures.get(gate.giveBack(verdict));
        }
        assertThat(left(gate, "all", ORDERS)).isEqualTo(90);
        assertThat(left(gate, "failed", ORDERS)).isEqualTo(3);
        assertThat(left(gate, "not-our-fault", ORDERS)).isEqualTo(45);
        for (int i = 0; i < 3; i++) {
            Futures.get(gate.settle(check(gate, ORDERS), 401));
        }
        assertThat(check(gate, ORDERS).decidedBy()).map(Ruling::rule).contains("failed");
    }

    @Test
    void rulesThatDoNotNeedTheCallerCanBeCheckedFirst() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("100/day")),
                Rule.of("login", Limit.parse("5/day"))
                        .matching(Match.path("/login"))
                        .per(CountBy.IP),
                Rule.of("key", Limit.parse("9/day")).per(CountBy.of(Kind.API_KEY)),
                Rule.of("user", Limit.parse("3/day")).per(CountBy.of(Kind.USER)),
                Rule.of("anonymous", Limit.parse("2/day")).matching(Match.ALL.withCallers(CallerKind.ANONYMOUS)),
                Rule.of("of-a-group", Limit.parse("7/day"))
                        .matching(Match.path("/login"))
                        .inGroup("g"),
                Rule.of("its-other", Limit.parse("7/day"))
                        .matching(Match.path("/**"))
                        .per(CountBy.CALLER)
                        .inGroup("g"));
        Request login = Request.of("POST", "/login").withAddress(ip("1.2.3.4"));
        assertThat(rules(gate, login, Stage.BEFORE_AUTHENTICATION)).containsExactly("global", "login");
        assertThat(rules(gate, login, Stage.AFTER_AUTHENTICATION)).containsExactly("anonymous", "of-a-group");
        assertThat(rules(gate, login.withCaller(SHOPPER.withApiKey("k")), Stage.WHOLE))
                .containsExactly("global", "login", "key", "user", "of-a-group");
    }

    private static List<String> rules(Gate gate, Request request, Stage stage) {
        return Futures.get(gate.check(request, stage)).rulings().stream()
                .map(Ruling::rule)
                .toList();
    }

    @Test
    void changedNumbersKeepTheCount() {
        Gate gate = gate(Rule.of("one", Limit.parse("10/day")));
        assertThat(admitted(gate, ORDERS, 6)).isEqualTo(6);
        gate.replace(Policy.of(Rule.of("one", Limit.parse("8/day"))));
        assertThat(admitted(gate, ORDERS, 10)).isBetween(2, 4);
    }
}
