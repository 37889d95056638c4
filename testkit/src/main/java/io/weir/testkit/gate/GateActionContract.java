package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.Action;
import io.weir.policy.BlockedSubject;
import io.weir.policy.Blocks;
import io.weir.policy.Bypass;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The actions of rules for requests beyond the limit: deny with a status, require a challenge, block. */
abstract class GateActionContract extends GateFactContract {

    private static final Request LOGIN = Request.of("POST", "/login").withAddress(ip("192.0.2.1"));
    private static final Rule EVERYBODY = Rule.of("everybody", Limit.parse("100/day"));
    private static final Rule CHALLENGE =
            Rule.of("challenge", Limit.parse("2/day")).per(CountBy.IP).then(new Then.Challenge());

    @Test
    void aDenialHasTheStatusOfTheRuleThatDecides() {
        Gate gate = gate(
                Rule.of("usual", Limit.parse("2/day")),
                Rule.of("hidden", Limit.parse("1/day")).per(CountBy.IP).then(new Then.Deny(404)));
        assertThat(check(gate, LOGIN).action()).isEqualTo(Action.ALLOW);
        Verdict hidden = check(gate, LOGIN);
        assertThat(hidden.action()).isEqualTo(Action.DENY);
        assertThat(hidden.status()).isEqualTo(404);
        Request neighbour = LOGIN.withAddress(ip("192.0.2.2"));
        assertThat(check(gate, neighbour).allowed()).isTrue();
        assertThat(check(gate, neighbour.withAddress(ip("192.0.2.3"))).status()).isEqualTo(429);
    }

    @Test
    void aChallengeIsRequiredBeyondItsLimitAndTakesNothing() {
        Gate gate = gate(EVERYBODY, CHALLENGE);
        assertThat(admitted(gate, LOGIN, 2)).isEqualTo(2);
        for (int i = 0; i < 3; i++) {
            Verdict verdict = check(gate, LOGIN);
            assertThat(verdict.allowed()).isFalse();
            assertThat(verdict.action()).isEqualTo(Action.CHALLENGE);
            assertThat(verdict.challengedBy()).map(Ruling::rule).contains("challenge");
            assertThat(verdict.retryAfterMicros()).isPositive();
            assertThat(verdict.receipt().redeem()).isEmpty();
            assertThat(verdict.explain())
                    .startsWith("challenged by challenge; ")
                    .contains("asks for a challenge");
        }
        assertThat(left(gate, "everybody", LOGIN)).isEqualTo(98);
    }

    @Test
    void aRequestWithAPassedChallengeIsNeitherChallengedNorCounted() {
        Gate gate = gate(EVERYBODY, CHALLENGE);
        admitted(gate, LOGIN, 2);
        Request passed = LOGIN.withChallengePassed();
        assertThat(admitted(gate, passed, 5)).isEqualTo(5);
        assertThat(check(gate, passed).rulings()).extracting(Ruling::rule).containsExactly("everybody");
        assertThat(check(gate, LOGIN).action()).isEqualTo(Action.CHALLENGE);
        assertThat(check(gate, LOGIN.withFact("challenge", "failed")).action()).isEqualTo(Action.CHALLENGE);
    }

    @Test
    void aDenialPrecedesAChallenge() {
        Gate gate = gate(Rule.of("few", Limit.parse("2/day")), CHALLENGE);
        admitted(gate, LOGIN, 2);
        Verdict verdict = check(gate, LOGIN);
        assertThat(verdict.action()).isEqualTo(Action.DENY);
        assertThat(verdict.decidedBy()).map(Ruling::rule).contains("few");
        assertThat(verdict.challengedBy()).isEmpty();
    }

    @Test
    void aChallengeInShadowModeOnlyCounts() {
        for (Policy policy : List.of(
                Policy.of(EVERYBODY, CHALLENGE.withMode(Mode.SHADOW)),
                Policy.of(EVERYBODY, CHALLENGE).withMode(Mode.SHADOW))) {
            Gate gate = new Gate(policy, store());
            admitted(gate, LOGIN, 2);
            Verdict verdict = check(gate, LOGIN);
            assertThat(verdict.action()).isEqualTo(Action.ALLOW);
            List<String> watching = new ArrayList<>();
            verdict.eachThatWouldDeny(rule -> watching.add(rule.name()));
            assertThat(watching).containsExactly("challenge");
            assertThat(verdict.explain()).contains("would ask for a challenge");
        }
    }

    @Test
    void overridesAndChangesOfTheActionApplyToTheSameCounter() {
        Gate gate = gate(CHALLENGE.withOverrides(Map.of(new Subject("ip", "192.0.2.1"), Limit.parse("4/day"))));
        assertThat(admitted(gate, LOGIN, 9)).isEqualTo(4);
        gate.replace(Policy.of(CHALLENGE.then(Then.DENY)));
        assertThat(check(gate, LOGIN).action()).isEqualTo(Action.DENY);
    }

    @Test
    void aPeekEqualsTheNextCheck() {
        Gate gate = gate(EVERYBODY, CHALLENGE);
        admitted(gate, LOGIN, 2);
        assertThat(Futures.get(gate.peek(LOGIN)).action()).isEqualTo(Action.CHALLENGE);
        assertThat(Futures.get(gate.peek(LOGIN.withChallengePassed())).action()).isEqualTo(Action.ALLOW);
    }

    @Test
    void aRuleThatBlocksHasItsSubjectBlockedWhenItDenies() {
        NotedBlocks blocks = new NotedBlocks();
        Gate gate = gate(Rule.of("forged", Limit.parse("1/day"))
                        .per(CountBy.IP)
                        .then(new Then.Block(Duration.ofHours(1))))
                .withBlocks(blocks, time());
        assertThat(check(gate, LOGIN).allowed()).isTrue();
        assertThat(blocks.begun).isEmpty();
        assertThat(check(gate, LOGIN).action()).isEqualTo(Action.DENY);
        assertThat(blocks.begun).containsExactly("ip:192.0.2.1 PT1H forged");
        gate.replace(gate.policy().withMode(Mode.SHADOW));
        check(gate, LOGIN);
        assertThat(blocks.begun).hasSize(1);
    }

    @Test
    void aBlockedSubjectIsDeniedUntilTheBlockEnds() {
        NotedBlocks blocks = new NotedBlocks();
        Gate gate = gate(EVERYBODY).withBlocks(blocks, time());
        Instant now = Instant.EPOCH.plus(time().nowMicros(), ChronoUnit.MICROS);
        blocks.block =
                Optional.of(new BlockedSubject(new Subject("ip", "192.0.2.1"), now.plusSeconds(90), "abuse", "ann"));
        Verdict verdict = check(gate, LOGIN);
        assertThat(verdict.action()).isEqualTo(Action.BLOCKED);
        assertThat(verdict.allowed()).isFalse();
        assertThat(verdict.block()).isEqualTo(blocks.block);
        assertThat(verdict.retryAfterMicros()).isEqualTo(90_000_000);
        assertThat(verdict.explain()).startsWith("blocked: ip:192.0.2.1 until ");
        assertThat(Futures.get(gate.peek(LOGIN)).action()).isEqualTo(Action.BLOCKED);
        assertThat(left(gate(EVERYBODY), "everybody", LOGIN)).isEqualTo(100);
        for (Mode mode : List.of(Mode.SHADOW, Mode.OFF)) {
            gate.replace(gate.policy().withMode(mode));
            assertThat(check(gate, LOGIN).allowed()).as("%s", mode).isTrue();
        }
        gate.replace(Policy.of(EVERYBODY).withBypasses(List.of(Bypass.user("staff", "ann"))));
        assertThat(check(gate, LOGIN.withCaller(Caller.user("ann"))).bypass()).contains("staff");
    }

    private static final class NotedBlocks implements Blocks {

        private final List<String> begun = new ArrayList<>();
        private Optional<BlockedSubject> block = Optional.empty();

        @Override
        public Optional<BlockedSubject> find(Request request) {
            return block;
        }

        @Override
        public void begin(Subject subject, Duration time, String rule) {
            begun.add(subject + " " + time + " " + rule);
        }
    }
}
