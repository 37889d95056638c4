package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.testkit.Threads;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that lock a subject after its last permit: five failed logins lock for fifteen minutes. */
abstract class LockContract extends DistinctContract {

    private static final int TOGETHER = 16;
    private static final Duration WINDOW = Duration.ofMinutes(15);
    private static final Rate FIVE = Rate.of(5, WINDOW);
    private static final Rule LOCK = Rule.of("login-lock", Limit.slidingWindow(FIVE))
            .per(new CountBy(List.of(Dimension.fact("account"), Dimension.fact("source"))))
            .withOutcome(new Outcome(Set.of(401), Set.of()))
            .then(new Then.Lock(WINDOW));
    private static final Request LOGIN = from("home");

    private static Request from(String source) {
        return Request.of("POST", "/login").withFact("account", "ann").withFact("source", source);
    }

    /** Tries to log in with a wrong password, and returns whether the password was looked at. */
    private static boolean fails(Gate gate, Request login) {
        Verdict verdict = check(gate, login);
        if (verdict.allowed()) {
            Futures.get(gate.settle(verdict, 401));
        }
        return verdict.allowed();
    }

    private static int failures(Gate gate, Request login, int times) {
        int failures = 0;
        for (int i = 0; i < times; i++) {
            failures += fails(gate, login) ? 1 : 0;
        }
        return failures;
    }

    @Test
    void aLockBeginsWithTheFifthFailureAndEndsFifteenMinutesLater() {
        Gate gate = gate(LOCK);
        for (int i = 0; i < 5; i++) {
            assertThat(fails(gate, LOGIN)).isTrue();
            time().advance(Duration.ofMinutes(1));
        }
        Verdict locked = check(gate, LOGIN);
        assertThat(locked.action()).isEqualTo(Action.DENY);
        assertThat(locked.locked()).isTrue();
        assertThat(locked.retryAfterMicros()).isEqualTo(Duration.ofMinutes(14).toNanos() / 1_000);
        assertThat(locked.explain()).startsWith("locked by login-lock; ");
        time().advanceMicros(Duration.ofMinutes(14).toNanos() / 1_000 - 1);
        assertThat(check(gate, LOGIN).locked()).isTrue();
        time().advanceMicros(1);
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(5);
    }

    @Test
    void attemptsDuringALockDoNotProlongIt() {
        Gate gate = gate(LOCK);
        failures(gate, LOGIN, 5);
        for (int second = 0; second < 900; second += 9) {
            assertThat(fails(gate, LOGIN)).isFalse();
            time().advance(Duration.ofSeconds(9));
        }
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(5);
    }

    @Test
    void aFailureReportedDuringALockDoesNotProlongIt() {
        Gate gate = gate(LOCK);
        Verdict late = check(gate, LOGIN);
        time().advance(Duration.ofMinutes(14));
        failures(gate, LOGIN, 4);
        Verdict later = check(gate, LOGIN);
        assertThat(later.allowed()).isFalse();
        time().advance(Duration.ofMinutes(1));
        Verdict fifth = check(gate, LOGIN);
        assertThat(fifth.allowed())
                .as("the first attempt is fifteen minutes old")
                .isTrue();
        Futures.get(gate.settle(fifth, 401));
        time().advance(Duration.ofMinutes(10));
        Futures.get(gate.settle(late, 401));
        assertThat(check(gate, LOGIN).retryAfterMicros())
                .isEqualTo(Duration.ofMinutes(5).toNanos() / 1_000);
    }

    @Test
    void concurrentAttemptsBeyondTheAllowedFailuresAreDeniedWithoutALock() {
        Gate gate = gate(LOCK);
        List<Verdict> underWay =
                Stream.generate(() -> check(gate, LOGIN)).limit(5).toList();
        assertThat(underWay).allMatch(Verdict::allowed);
        Verdict busy = check(gate, LOGIN);
        assertThat(busy.action()).isEqualTo(Action.DENY);
        assertThat(busy.locked()).isFalse();
        underWay.forEach(verdict -> Futures.get(gate.settle(verdict, 200)));
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(5);
    }

    @Test
    void ofConcurrentAttemptsFiveAreAllowedAndThenALockBegins() {
        Gate gate = gate(LOCK);
        for (int round = 0; round < 5; round++) {
            AtomicInteger tested = new AtomicInteger();
            Threads.run(TOGETHER, thread -> tested.addAndGet(failures(gate, LOGIN, 5)));
            assertThat(tested).as("round %d", round).hasValue(5);
            assertThat(check(gate, LOGIN).locked()).isTrue();
            time().advanceMicros(WINDOW.toNanos() / 1_000 - 1);
            assertThat(check(gate, LOGIN).locked()).isTrue();
            time().advanceMicros(1);
        }
    }

    @Test
    void anAttemptThatStartedBeforeTheLockIsLimitedByTheCounter() {
        Gate gate = gate(LOCK);
        Store interrupted = new ForwardingStore(store()) {
            @Override
            public CompletionStage<List<Decision>> peek(List<Charge> charges) {
                return super.peek(charges).thenApplyAsync(decisions -> {
                    failures(gate, LOGIN, 5);
                    return decisions;
                });
            }
        };
        Verdict late = check(new Gate(Policy.of(LOCK), interrupted), LOGIN);
        assertThat(late.allowed()).isFalse();
        assertThat(check(gate, LOGIN).locked()).isTrue();
    }

    @Test
    void anotherSourceOfTheSameAccountIsNotLocked() {
        Gate gate = gate(LOCK);
        failures(gate, LOGIN, 5);
        assertThat(failures(gate, from("elsewhere"), 9)).isEqualTo(5);
    }

    @Test
    void anAttemptThatSucceedsOrIsAbandonedDoesNotCount() {
        Gate gate = gate(LOCK);
        for (int i = 0; i < 20; i++) {
            Verdict verdict = check(gate, LOGIN);
            Futures.get(gate.settle(verdict, i % 2 == 0 ? 200 : 500));
            Futures.get(gate.settle(verdict, 401));
        }
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(5);
    }

    @Test
    void aResetOfASubjectEndsItsLock() {
        Gate gate = gate(LOCK);
        failures(gate, LOGIN, 5);
        Futures.get(gate.forget(new Subject("account,source", "ann,home")));
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(5);
    }

    @Test
    void forgettingWhatARequestIsCountedByForgetsNoOtherSubject() {
        Rule ofAccount = LOCK.named("account").per(new CountBy(List.of(Dimension.fact("account"))));
        Gate gate = gate(LOCK, ofAccount);
        failures(gate, from("elsewhere"), 4);
        failures(gate, LOGIN, 1);
        assertThat(check(gate, from("third")).locked()).isTrue();
        Futures.get(gate.forget(Policy.of(ofAccount), from("third")));
        assertThat(failures(gate, from("elsewhere"), 9)).isEqualTo(1);
        Futures.get(gate.forget(Policy.of(LOCK), from("elsewhere")));
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(4);
        assertThat(check(gate, from("elsewhere")).decidingRule().map(Rule::name))
                .contains("account");
    }

    @Test
    void aLockThatCountsDistinctValuesBeginsWithTheFifthOfThem() {
        Gate gate = gate(LOCK.countingDistinct(Dimension.fact("password")));
        for (int i = 0; i < 4; i++) {
            Request guess = LOGIN.withFact("password", "guess " + i);
            assertThat(failures(gate, guess, 9))
                    .as("the same one again and again")
                    .isEqualTo(9);
        }
        assertThat(fails(gate, LOGIN.withFact("password", "guess 4"))).isTrue();
        assertThat(check(gate, LOGIN.withFact("password", "guess 0")).locked()).isTrue();
        time().advance(WINDOW);
        assertThat(failures(gate, LOGIN, 9)).isEqualTo(5);
    }

    @Test
    void distinctValuesThatArriveTogetherAreFiveAndThenALock() {
        Gate gate = gate(LOCK.countingDistinct(Dimension.fact("password")));
        AtomicInteger tested = new AtomicInteger();
        Threads.run(TOGETHER, thread -> {
            for (int i = 0; i < 5; i++) {
                boolean fails = fails(gate, LOGIN.withFact("password", "guess " + thread + "." + i));
                tested.addAndGet(fails ? 1 : 0);
            }
        });
        assertThat(tested).hasValue(5);
        assertThat(check(gate, LOGIN).locked()).isTrue();
    }

    @Test
    void aLockTakesNothingFromOtherRulesAndPeeksSeeIt() {
        Gate gate = gate(Rule.of("everybody", Limit.parse("100/day")), LOCK);
        failures(gate, LOGIN, 9);
        assertThat(left(gate, "everybody", from("elsewhere"))).isEqualTo(95);
        assertThat(Futures.get(gate.peek(LOGIN)).locked()).isTrue();
        assertThat(Futures.get(gate.peek(gate.policy(), new Subject("account,source", "ann,home")))
                        .locked())
                .isTrue();
    }

    @Test
    void aLockInShadowModeOnlyCounts() {
        Gate gate = gate(LOCK.withMode(Mode.SHADOW));
        assertThat(failures(gate, LOGIN, 20)).isEqualTo(20);
        Verdict verdict = check(gate, LOGIN);
        assertThat(verdict.allowed()).isTrue();
        assertThat(verdict.rulings()).extracting(Ruling::allowed).containsExactly(false);
        gate.replace(Policy.of(LOCK));
        assertThat(check(gate, LOGIN).locked()).isTrue();
    }

    @Test
    void aRuleThatCountsEveryResponseLocksWithTheLastPermit() {
        for (Limit limit : List.of(
                Limit.tokenBucket(FIVE),
                Limit.fixedWindow(FIVE),
                Limit.slidingWindow(FIVE),
                Limit.slidingWindowCounter(FIVE))) {
            Gate gate = gate(Rule.of("lock-" + limit.algorithm(), limit)
                    .per(CountBy.IP)
                    .then(new Then.Lock(Duration.ofHours(1))));
            assertThat(admitted(gate, LOGIN, 9)).as("%s", limit).isEqualTo(5);
            time().advance(Duration.ofMinutes(59));
            assertThat(check(gate, LOGIN).locked()).as("%s", limit).isTrue();
            time().advance(Duration.ofMinutes(1));
            assertThat(admitted(gate, LOGIN, 9)).as("%s", limit).isEqualTo(5);
        }
    }
}
