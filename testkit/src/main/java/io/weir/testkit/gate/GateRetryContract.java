package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.Scope;
import io.weir.testkit.Threads;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract for the cost of retries with the same Idempotency-Key, one after the other and concurrently. */
abstract class GateRetryContract extends GateAttackContract {

    private static final int TOGETHER = 16;
    private static final int ROUNDS = 5;
    private static final Caller SHOPPER = Caller.user("shopper");
    private static final Request ORDER =
            Request.of("POST", "/orders").withCaller(SHOPPER).withHeader("Idempotency-Key", "abc");

    private static final Rule EVERYBODY = Rule.of("everybody", Limit.parse("1000/day"));
    private static final Rule ORDERS =
            Rule.of("orders", Limit.parse("100/day")).per(CountBy.CALLER).withFreeRetries();
    private static final Rule WATCHED = Rule.of("watched", Limit.parse("100/day"))
            .per(CountBy.CALLER)
            .withMode(Mode.SHADOW)
            .withFreeRetries();

    @Test
    void retriesWithTheSameKeyAreFreeThreeTimesInTenMinutes() {
        Gate gate = gate(
                Rule.of("orders", Limit.parse("100/day")).per(CountBy.CALLER).withFreeRetries());
        Request order = Request.of("POST", "/orders").withCaller(SHOPPER).withHeader("Idempotency-Key", "abc");
        for (int retry = 0; retry <= 3; retry++) {
            assertThat(check(gate, order).repeat()).isEqualTo(retry > 0);
        }
        assertThat(left(gate, "orders", order)).isEqualTo(99);
        assertThat(check(gate, order).repeat()).isFalse();
        assertThat(check(gate, order.withHeader("idempotency-key", "def")).repeat())
                .isFalse();
        assertThat(check(gate, Request.of("PUT", "/orders").withCaller(SHOPPER).withHeader("Idempotency-Key", "abc"))
                        .repeat())
                .isFalse();
        assertThat(check(gate, order.withCaller(Caller.user("bert"))).repeat()).isFalse();
        assertThat(left(gate, "orders", order)).isEqualTo(96);
        time().advance(Duration.ofMinutes(10));
        assertThat(check(gate, order).repeat()).isFalse();
    }

    @Test
    void acceptsKeysPathsAndNamesOfAnyLengthAndAlphabet() {
        Gate gate = gate(Rule.of("orders", Limit.parse("100/day"))
                .matching(Match.path("/**"))
                .per(CountBy.of(Kind.CALLER, Kind.IP))
                .withFreeRetries());
        for (String text : List.of("x".repeat(256), "é".repeat(8_000), "\ud800", "a:b#c%{}", "\u0000", "a\n")) {
            Request order = Request.of("POST", "/" + text)
                    .withCaller(Caller.user(text))
                    .withHeader("Idempotency-Key", text + "k");
            assertThat(check(gate, order).repeat()).isFalse();
            assertThat(check(gate, order).repeat()).isTrue();
        }
    }

    @Test
    void anonymousAndDeniedRetriesAreNotFree() {
        Gate gate =
                gate(Rule.of("orders", Limit.parse("2/day")).per(CountBy.CALLER).withFreeRetries());
        Request anonymous = Request.of("POST", "/orders").withHeader("Idempotency-Key", "abc");
        assertThat(admitted(gate, anonymous, 5)).isEqualTo(2);
        Request order = anonymous.withCaller(SHOPPER);
        assertThat(admitted(gate, order.withHeader("Idempotency-Key", "1"), 1)).isEqualTo(1);
        assertThat(admitted(gate, order.withHeader("Idempotency-Key", "2"), 1)).isEqualTo(1);
        assertThat(admitted(gate, order.withHeader("Idempotency-Key", "3"), 3)).isZero();
        assertThat(admitted(gate, order.withHeader("Idempotency-Key", "2"), 5)).isEqualTo(3);
    }

    @Test
    void aRetryIsFreeOnlyWithinTenMinutesOfThePaidRequest() {
        Gate gate = gate(ORDERS);
        assertThat(check(gate, ORDER).repeat()).isFalse();
        time().advance(Duration.ofMinutes(9));
        assertThat(check(gate, ORDER).repeat()).isTrue();
        time().advance(Duration.ofMinutes(1));
        assertThat(check(gate, ORDER).repeat()).isFalse();
        assertThat(left(gate, "orders", ORDER)).isEqualTo(98);
        assertThat(check(gate, ORDER).repeat()).isTrue();
        assertThat(check(gate, ORDER).repeat()).isTrue();
        assertThat(check(gate, ORDER).repeat())
                .as("the third retry was nine minutes after the first request")
                .isFalse();
    }

    @Test
    void aRetryIsChargedByRulesWithoutFreeRetriesAndReportsNoOthers() {
        Gate gate = gate(EVERYBODY, ORDERS, WATCHED);
        check(gate, ORDER);
        Verdict retry = check(gate, ORDER);
        assertThat(retry.repeat()).isTrue();
        assertThat(retry.rulings()).extracting(Ruling::rule).containsExactly("everybody");
        assertThat(retry.explain()).startsWith("allowed as a retry; everybody: allowed, 998 of 1,000 left");
        assertThat(left(gate, "orders", ORDER)).isEqualTo(99);
        assertThat(left(gate, "watched", ORDER)).isEqualTo(99);
    }

    @Test
    void aRequestThatWasGivenBackLeavesNoFreeRetry() {
        Gate gate = gate(ORDERS);
        Futures.get(gate.giveBack(check(gate, ORDER)));
        assertThat(check(gate, ORDER).repeat()).isFalse();
        Futures.get(gate.giveBack(check(gate, ORDER)));
        for (int retry = 0; retry < 3; retry++) {
            assertThat(check(gate, ORDER).repeat()).isTrue();
        }
        assertThat(check(gate, ORDER).repeat()).isFalse();
        assertThat(left(gate, "orders", ORDER)).isEqualTo(98);
    }

    @Test
    void ofConcurrentRetriesOneIsPaidThreeAreFreeAndOthersArePaid() {
        Gate gate = gate(EVERYBODY, ORDERS, WATCHED);
        for (int round = 1; round <= ROUNDS; round++) {
            List<Verdict> verdicts = together(gate, ORDER.withHeader("Idempotency-Key", "round " + round));
            assertThat(verdicts).allMatch(Verdict::allowed);
            assertThat(verdicts).filteredOn(Verdict::repeat).hasSize(3);
            assertThat(left(gate, "orders", ORDER)).isEqualTo(100 - round * (TOGETHER - 3));
            assertThat(left(gate, "watched", ORDER)).isEqualTo(100 - round * (TOGETHER - 3));
            assertThat(left(gate, "everybody", ORDER)).isEqualTo(1000 - round * TOGETHER);
        }
    }

    @Test
    void concurrentRetriesAreDeniedByTheirRuleOnly() {
        Gate gate =
                gate(Rule.of("orders", Limit.parse("5/day")).per(CountBy.CALLER).withFreeRetries());
        List<Verdict> verdicts = together(gate, ORDER);
        assertThat(verdicts).filteredOn(Verdict::allowed).hasSize(5 + 3);
        assertThat(verdicts).filteredOn(Verdict::repeat).hasSize(3);
        assertDenied(verdicts, "orders");
        assertThat(left(gate, "orders", ORDER)).isZero();
    }

    @Test
    void deniedRetriesMakeNoOtherRetryFree() {
        Gate gate = gate(Rule.of("everybody", Limit.parse("5/day")), ORDERS);
        List<Verdict> verdicts = together(gate, ORDER);
        assertThat(verdicts).filteredOn(Verdict::allowed).hasSize(5);
        assertThat(verdicts)
                .filteredOn(verdict -> verdict.allowed() && verdict.repeat())
                .hasSize(3);
        assertDenied(verdicts, "everybody");
        assertThat(left(gate, "orders", ORDER)).isEqualTo(98);
        assertThat(left(gate, "everybody", ORDER)).isZero();
    }

    @Test
    void concurrentRetriesAreFreeUnderAllRules() {
        Gate gate = gate(
                EVERYBODY,
                ORDERS,
                Rule.of("here", Limit.parse("100/day"))
                        .per(CountBy.CALLER)
                        .withScope(Scope.NODE)
                        .withFreeRetries(),
                Rule.of("all-orders", Limit.parse("100/day")).withFreeRetries());
        List<Verdict> verdicts = together(gate, ORDER);
        assertThat(verdicts).allMatch(Verdict::allowed);
        assertThat(verdicts).filteredOn(Verdict::repeat).hasSize(3);
        for (String rule : List.of("orders", "here", "all-orders")) {
            assertThat(left(gate, rule, ORDER)).as(rule).isEqualTo(100 - TOGETHER + 3);
        }
        assertThat(left(gate, "everybody", ORDER)).isEqualTo(1000 - TOGETHER);
    }

    private static List<Verdict> together(Gate gate, Request request) {
        List<Verdict> verdicts = Collections.synchronizedList(new ArrayList<>());
        Threads.run(TOGETHER, thread -> verdicts.add(check(gate, request)));
        return verdicts;
    }

    private static void assertDenied(List<Verdict> verdicts, String rule) {
        assertThat(verdicts)
                .filteredOn(verdict -> !verdict.allowed())
                .allSatisfy(denied ->
                        assertThat(denied.decidedBy()).map(Ruling::rule).contains(rule));
    }
}
