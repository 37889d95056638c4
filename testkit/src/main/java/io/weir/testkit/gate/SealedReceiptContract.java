package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Gate;
import io.weir.policy.SealedReceipts;
import io.weir.policy.SealedReceipts.Settled;
import io.weir.policy.Verdict;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.testkit.Threads;
import io.weir.testkit.internal.Futures;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Receipts that leave the process as texts, and are settled by any process that has the key. */
abstract class SealedReceiptContract extends LockContract {

    private static final int TOGETHER = 16;
    private static final byte[] KEY = "a key of sixteen or more bytes".getBytes(StandardCharsets.US_ASCII);
    private static final Request LOGIN =
            Request.of("POST", "/login").withAddress(ip("192.0.2.1")).withFact("account", "ann");
    private static final Outcome FAILURES = new Outcome(Set.of(401, 403), Set.of());
    private static final Outcome ALL_BUT_OUR_ERRORS = new Outcome(Set.of(), Outcome.statuses("5xx"));
    private static final Rate THREE = Rate.of(3, Duration.ofHours(1));
    private static final List<Limit> LIMITS = List.of(
            Limit.parse("3/h burst 5"),
            Limit.leakyBucket(THREE, 3),
            Limit.fixedWindow(THREE),
            Limit.slidingWindow(THREE),
            Limit.slidingWindowCounter(THREE));

    private SealedReceipts receipts() {
        return new SealedReceipts(store(), KEY, time());
    }

    private String sealed(Gate gate) {
        return receipts().seal(check(gate, LOGIN)).orElseThrow();
    }

    private Settled settle(String text, int status) {
        return Futures.get(receipts().settle(text, status));
    }

    private static Rule rule(Limit limit, Outcome outcome) {
        return Rule.of(limit.algorithm() + "." + outcome.freeOn().size(), limit)
                .matching(Match.path("/login"))
                .per(CountBy.IP)
                .withOutcome(outcome);
    }

    @Test
    void givesBackChargesThatDoNotCountUnderEveryAlgorithm() {
        for (Limit limit : LIMITS) {
            for (Outcome outcome : List.of(FAILURES, ALL_BUT_OUR_ERRORS)) {
                Rule rule = rule(limit, outcome);
                Gate gate = gate(rule);
                String kept = sealed(gate);
                String free = sealed(gate);
                time().advanceMicros(1_000);
                assertThat(left(gate, rule.name(), LOGIN)).as("%s", limit).isEqualTo(limit.capacity() - 2);
                assertThat(settle(free, 503)).isEqualTo(Settled.SETTLED);
                assertThat(settle(kept, 401)).isEqualTo(Settled.SETTLED);
                assertThat(left(gate, rule.name(), LOGIN)).as("%s", limit).isEqualTo(limit.capacity() - 1);
                Futures.get(gate.forget(new Subject("ip", "192.0.2.1")));
            }
        }
    }

    @Test
    void settlesOnceDespiteConcurrentAttempts() {
        Gate gate = gate(rule(Limit.parse("100/day"), FAILURES));
        for (int round = 0; round < 5; round++) {
            String text = sealed(gate);
            String other = sealed(gate);
            Queue<Settled> settled = new ConcurrentLinkedQueue<>();
            Threads.run(TOGETHER, thread -> settled.add(settle(text, 200)));
            assertThat(settled).filteredOn(Settled.SETTLED::equals).hasSize(1);
            assertThat(settled).filteredOn(Settled.ALREADY_SETTLED::equals).hasSize(TOGETHER - 1);
            assertThat(left(gate, gate.policy().rules().get(0).name(), LOGIN)).isEqualTo(99 - round);
            assertThat(settle(other, 401)).isEqualTo(Settled.SETTLED);
        }
    }

    @Test
    void aTextIsValidForTenMinutes() {
        Gate gate = gate(rule(Limit.parse("100/day"), FAILURES));
        String early = sealed(gate);
        String late = sealed(gate);
        time().advanceMicros(Duration.ofMinutes(10).toNanos() / 1_000 - 1);
        assertThat(settle(early, 200)).isEqualTo(Settled.SETTLED);
        time().advanceMicros(1);
        assertThat(settle(late, 200)).isEqualTo(Settled.EXPIRED);
        assertThat(settle(early, 200)).isEqualTo(Settled.EXPIRED);
        time().advance(Duration.ofSeconds(-1));
        assertThat(settle(early, 200)).isEqualTo(Settled.ALREADY_SETTLED);
    }

    @Test
    void aChangedOrForeignTextChangesNothing() {
        Gate gate = gate(rule(Limit.parse("100/day"), FAILURES));
        String text = sealed(gate);
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        for (int at : List.of(0, 15, 16, bytes.length / 2, bytes.length - 1)) {
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            String forged = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThat(settle(forged, 200)).as("byte %d", at).isEqualTo(Settled.INVALID);
        }
        for (String nonsense : List.of("", "x", "%", "é", text.substring(0, 40), "A".repeat(100_000))) {
            assertThat(settle(nonsense, 200)).isEqualTo(Settled.INVALID);
        }
        SealedReceipts other =
                new SealedReceipts(store(), "another key of many bytes".getBytes(StandardCharsets.US_ASCII), time());
        assertThat(Futures.get(other.settle(text, 200))).isEqualTo(Settled.INVALID);
        assertThat(settle(text, 200)).isEqualTo(Settled.SETTLED);
        assertThatThrownBy(() -> settle(text, 99)).hasMessageContaining("from 100 to 599");
    }

    @Test
    void aSealedReceiptCanBeSettledByItsTextOnly() {
        Rule rule = rule(Limit.parse("100/day"), FAILURES);
        Gate gate = gate(rule);
        Verdict verdict = check(gate, LOGIN);
        String text = receipts().seal(verdict).orElseThrow();
        assertThat(receipts().seal(verdict)).isEmpty();
        Futures.get(gate.settle(verdict, 200));
        Futures.get(gate.giveBack(verdict));
        assertThat(left(gate, rule.name(), LOGIN)).isEqualTo(99);
        settle(text, 200);
        assertThat(left(gate, rule.name(), LOGIN)).isEqualTo(100);
    }

    @Test
    void aTextExistsOnlyIfARuleDependsOnTheResponse() {
        Gate gate = gate(Rule.of("all", Limit.parse("1/day")), rule(Limit.parse("1/day"), FAILURES));
        assertThat(receipts().seal(check(gate, LOGIN)).map(String::length))
                .hasValueSatisfying(length -> assertThat(length).isLessThan(500));
        assertThat(receipts().seal(check(gate, LOGIN))).as("denied").isEmpty();
        assertThat(receipts().seal(check(gate(Rule.of("others", Limit.parse("1/day"))), LOGIN)))
                .isEmpty();
    }

    @Test
    void aTextIsAtMostFourKilobytesLong() {
        Request request = LOGIN.withHeader("a", "x".repeat(250)).withHeader("b", "y".repeat(250));
        Rule[] rules = new Rule[30];
        for (int i = 0; i < rules.length; i++) {
            rules[i] = Rule.of("rule-" + i, Limit.parse("9/day"))
                    .per(new CountBy(List.of(
                            new Dimension(Dimension.Kind.HEADER, "a"), new Dimension(Dimension.Kind.HEADER, "b"))))
                    .withOutcome(FAILURES);
        }
        Gate gate = gate(rules);
        String text = receipts().seal(check(gate, request)).orElseThrow();
        assertThat(text).hasSizeBetween(3_000, 4_096);
        assertThat(settle(text, 200)).isEqualTo(Settled.SETTLED);
        assertThat(left(gate, "rule-0", request)).isEqualTo(9);
        assertThat(left(gate, "rule-29", request))
                .as("the charge did not fit and stays charged")
                .isEqualTo(8);
    }

    @Test
    void aSealedFailureLocks() {
        Gate gate = gate(rule(Limit.slidingWindow(Rate.of(5, Duration.ofMinutes(15))), FAILURES)
                .then(new Then.Lock(Duration.ofMinutes(15))));
        for (int i = 0; i < 5; i++) {
            assertThat(settle(sealed(gate), 401)).isEqualTo(Settled.SETTLED);
        }
        assertThat(check(gate, LOGIN).locked()).isTrue();
    }

    @Test
    void aSealedDistinctValueIsForgottenWithItsRequest() {
        Gate gate = gate(rule(Limit.parse("2/day"), FAILURES).countingDistinct(Dimension.fact("account")));
        settle(sealed(gate), 200);
        assertThat(left(gate, gate.policy().rules().get(0).name(), LOGIN)).isEqualTo(2);
        settle(sealed(gate), 401);
        assertThat(left(gate, gate.policy().rules().get(0).name(), LOGIN.withFact("account", "bert")))
                .isEqualTo(1);
    }

    @Test
    void aNoteIsReadByWhoeverHasTheKeyForAsLongAsTheTextIsValid() {
        Rule rule = rule(Limit.parse("100/day"), FAILURES);
        for (Gate gate : List.of(gate(rule), gate(Rule.of("all", Limit.parse("100/day"))))) {
            String text = receipts().seal(check(gate, LOGIN), "ann, from home");
            assertThat(text).doesNotContain("ann");
            assertThat(receipts().note(text)).contains("ann, from home");
            assertThat(settle(text, 200)).isEqualTo(Settled.SETTLED);
            assertThat(settle(text, 200)).isEqualTo(Settled.ALREADY_SETTLED);
            assertThat(receipts().note(text)).contains("ann, from home");
            assertThat(receipts().note("A" + text.substring(1))).isEmpty();
            time().advance(Duration.ofMinutes(10));
            assertThat(receipts().note(text)).isEmpty();
        }
        assertThat(left(gate(rule), rule.name(), LOGIN)).isEqualTo(100);
        assertThatThrownBy(() -> receipts().seal(check(gate(rule), LOGIN), "x".repeat(501)))
                .hasMessageContaining("at most 500 characters");
    }

    @Test
    void aTooShortKeyIsRejected() {
        assertThatThrownBy(() -> new SealedReceipts(store(), new byte[15], time()))
                .hasMessageContaining("at least 16 random bytes");
    }
}
