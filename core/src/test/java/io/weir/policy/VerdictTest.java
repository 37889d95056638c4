package io.weir.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.OnFailure;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The details of verdicts, beside whether they allow the request. */
final class VerdictTest {

    private static final Request ANY = Request.of("GET", "/");

    private final ManualTime time = ManualTime.create();
    private final MemoryStore memory = new MemoryStore(time);

    private static Verdict check(Gate gate) {
        return gate.checkNow(ANY);
    }

    @Test
    void theListenerGetsEveryVerdictWithACharge() {
        List<Verdict> verdicts = new ArrayList<>();
        Gate gate = new Gate(Policy.of(Rule.of("one", Limit.parse("1/h"))), memory, verdicts::add);
        Verdict first = check(gate);
        Verdict second = check(gate);
        gate.peek(ANY).toCompletableFuture().join();
        assertThat(verdicts).containsExactly(first, second);
        assertThat(verdicts).extracting(Verdict::allowed).containsExactly(true, false);
    }

    @Test
    void theListenerGetsBypassesAndEveryPolicy() {
        List<String> verdicts = new ArrayList<>();
        GateListener listener = new GateListener() {
            @Override
            public void judged(Verdict verdict) {
                verdicts.add(verdict.explain());
            }

            @Override
            public void governed(Policy policy) {
                verdicts.add(policy.rules().size() + " rules");
            }
        };
        List<Verdict> others = new ArrayList<>();
        Gate gate = new Gate(Policy.of(), memory, listener.and(others::add));
        check(gate);
        gate.replace(
                Policy.of(Rule.of("one", Limit.parse("1/h"))).withBypasses(List.of(Bypass.user("batch", "robot"))));
        gate.checkNow(ANY.withCaller(Caller.user("robot")));
        assertThat(verdicts)
                .containsExactly(
                        "0 rules", "allowed: no rule is for this request", "1 rules", "allowed by bypass batch");
        assertThat(others).hasSize(2);
    }

    @Test
    void rulesAreShownWithTheirDecisionsInOrder() {
        Gate gate = new Gate(
                Policy.of(Rule.of("wide", Limit.parse("10/h")), Rule.of("narrow", Limit.parse("2/h"))), memory);
        List<String> lines = new ArrayList<>();
        check(gate)
                .each((rule, subject, charge, decision) ->
                        lines.add(rule.name() + " of " + subject + " " + charge.cost() + " " + decision.remaining()));
        assertThat(lines).containsExactly("wide of global:system 1 9", "narrow of global:system 1 1");
    }

    @Test
    void replacingTheRulesKeepsTheRestOfThePolicy() {
        Rule rule = Rule.of("one", Limit.parse("1/h"));
        Policy policy =
                Policy.of(rule).withTiers(List.of("free")).withMode(Mode.SHADOW).withIpv6Prefix(56);
        Policy other = policy.withRules(List.of(rule.withMode(Mode.OFF)));
        assertThat(other.rules()).extracting(Rule::mode).containsExactly(Mode.OFF);
        assertThat(other.tiers()).containsExactly("free");
        assertThat(other.mode()).isEqualTo(Mode.SHADOW);
    }

    @Test
    void isUnavailableOnlyWhenDeniedBecauseTheStoreFailed() {
        Store broken = new ForwardingStore(memory) {
            @Override
            public CompletionStage<Answer> charge(List<Charge> charges) {
                return CompletableFuture.failedStage(new IllegalStateException("gone"));
            }
        };
        try (SafeStore safe = Safeguards.defaults().around(broken, time, time)) {
            Rule local = Rule.of("local", Limit.parse("1/h"));
            Rule closed = Rule.of("closed", Limit.parse("9/h")).withOnFailure(OnFailure.CLOSED);
            Gate locally = new Gate(Policy.of(local), safe);
            Verdict allowed = check(locally);
            assertThat(allowed.allowed()).isTrue();
            assertThat(allowed.degraded()).isTrue();
            Verdict denied = check(locally);
            assertThat(denied.allowed()).isFalse();
            assertThat(denied.unavailable()).isFalse();
            Verdict refused = check(new Gate(Policy.of(closed), safe));
            assertThat(refused.allowed()).isFalse();
            assertThat(refused.unavailable()).isTrue();
        }
        Gate normal = new Gate(Policy.of(Rule.of("n", Limit.parse("1/h")).withOnFailure(OnFailure.CLOSED)), memory);
        assertThat(check(normal).unavailable()).isFalse();
        assertThat(check(normal).unavailable()).isFalse();
    }

    @Test
    void closedRulesOfEveryKindAllowNothingWithoutTheStore() {
        Store broken = new ForwardingStore(memory) {
            @Override
            public CompletionStage<Answer> charge(List<Charge> charges) {
                return CompletableFuture.failedStage(new IllegalStateException("gone"));
            }

            @Override
            public CompletionStage<List<Decision>> peek(List<Charge> charges) {
                return CompletableFuture.failedStage(new IllegalStateException("gone"));
            }
        };
        Rule closed = Rule.of("closed", Limit.parse("9/h")).withOnFailure(OnFailure.CLOSED);
        try (SafeStore safe = Safeguards.defaults().around(broken, time, time)) {
            for (Rule rule : List.of(
                    closed.countingDistinct(Dimension.of(Dimension.Kind.PATH)),
                    closed.then(new Then.Lock(Duration.ofHours(1))),
                    closed.then(new Then.Block(Duration.ofHours(1))))) {
                Verdict denied = check(new Gate(Policy.of(rule), safe));
                assertThat(denied.action()).as("%s", rule).isEqualTo(Action.DENY);
                assertThat(denied.unavailable()).as("%s", rule).isTrue();
                assertThat(denied.locked()).as("%s", rule).isFalse();
            }
            Verdict challenged = check(new Gate(Policy.of(closed.then(new Then.Challenge())), safe));
            assertThat(challenged.action()).isEqualTo(Action.CHALLENGE);
            Rule open = closed.withOnFailure(OnFailure.OPEN).then(new Then.Challenge());
            assertThat(check(new Gate(Policy.of(open), safe)).allowed()).isTrue();
        }
    }
}
