package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Verdict;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.testkit.Threads;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rules that count each different value once. */
abstract class DistinctContract extends GateActionContract {

    private static final int TOGETHER = 16;
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Request LOGIN = Request.of("POST", "/login").withAddress(ip("192.0.2.1"));

    private static Rule accounts(Limit limit) {
        return Rule.of("accounts", limit).per(CountBy.IP).countingDistinct(Dimension.fact("account"));
    }

    private static Request login(String account) {
        return LOGIN.withFact("account", account);
    }

    private static List<Limit> limitsOf(long permits) {
        Rate rate = Rate.of(permits, WINDOW);
        return List.of(
                Limit.tokenBucket(rate),
                Limit.leakyBucket(rate, permits),
                Limit.fixedWindow(rate),
                Limit.slidingWindow(rate),
                Limit.slidingWindowCounter(rate));
    }

    @Test
    void eachValueCountsOnceUnderEveryAlgorithm() {
        for (Limit limit : limitsOf(3)) {
            Gate gate = gate(accounts(limit).named(limit.algorithm().toString()));
            for (int i = 0; i < 3; i++) {
                for (String account : List.of("ann", "bert", "carl")) {
                    assertThat(check(gate, login(account)).allowed())
                            .as("%s", limit)
                            .isTrue();
                }
            }
            assertThat(check(gate, login("dora")).allowed()).as("%s", limit).isFalse();
            assertThat(check(gate, login("ann")).allowed()).as("%s", limit).isTrue();
            assertThat(admitted(gate, login("dora").withAddress(ip("192.0.2.2")), 5))
                    .as("%s", limit)
                    .isEqualTo(5);
        }
    }

    @Test
    void pathsHeadersAndAddressesAreValuesToo() {
        Rule rule = Rule.of("breadth", Limit.parse("2/day"));
        Gate paths = gate(rule.named("paths").per(CountBy.IP).countingDistinct(Dimension.of(Kind.PATH)));
        for (String path : List.of("/a", "/b", "/a")) {
            assertThat(check(paths, Request.of("GET", path)).allowed()).isTrue();
        }
        assertThat(check(paths, Request.of("GET", "/c")).allowed()).isFalse();
        Gate agents =
                gate(rule.named("agents").per(CountBy.IP).countingDistinct(new Dimension(Kind.HEADER, "user-agent")));
        assertThat(agents.policy().headers()).containsExactly("user-agent");
        assertThat(admitted(agents, LOGIN, 5))
                .as("requests without the header have one value")
                .isEqualTo(5);
        assertThat(admitted(agents, LOGIN.withHeader("User-Agent", "a"), 5)).isEqualTo(5);
        assertThat(admitted(agents, LOGIN.withHeader("User-Agent", "b"), 5)).isZero();
    }

    @Test
    void requestsWithoutTheFactCountEachTime() {
        Gate gate = gate(accounts(Limit.parse("3/day")));
        assertThat(admitted(gate, login("ann"), 5)).isEqualTo(5);
        assertThat(admitted(gate, LOGIN, 5)).isEqualTo(2);
        assertThat(check(gate, login("ann")).allowed()).isTrue();
    }

    @Test
    void aValueCountsAgainAfterAWindow() {
        Gate gate = gate(accounts(Limit.slidingWindow(Rate.of(2, WINDOW))));
        check(gate, login("ann"));
        time().advance(Duration.ofMinutes(9));
        assertThat(check(gate, login("bert")).allowed()).isTrue();
        assertThat(check(gate, login("ann")).allowed()).isTrue();
        assertThat(left(gate, "accounts", login("carl"))).isZero();
        time().advance(Duration.ofMinutes(1));
        assertThat(check(gate, login("ann")).allowed()).isTrue();
        assertThat(left(gate, "accounts", login("carl"))).isZero();
    }

    @Test
    void aValueThatDoesNotFitIsNotRemembered() {
        Rule one = accounts(Limit.slidingWindow(Rate.of(1, WINDOW)));
        for (Rule rule : List.of(
                one.named("denying"),
                one.named("challenging").then(new Then.Challenge()),
                one.named("watching").withMode(Mode.SHADOW))) {
            Gate gate = gate(rule);
            check(gate, login("ann"));
            time().advance(Duration.ofMinutes(5));
            check(gate, login("bert"));
            time().advance(Duration.ofMinutes(5));
            check(gate, login("bert"));
            assertThat(left(gate, rule.name(), login("carl")))
                    .as("%s", rule.name())
                    .isZero();
        }
    }

    @Test
    void aValueThatIsNewToSeveralRequestsAtOnceCountsOnce() {
        Gate gate = gate(accounts(Limit.parse("100/day")));
        for (int round = 1; round <= 5; round++) {
            Request login = login("account " + round);
            Threads.run(
                    TOGETHER, thread -> assertThat(check(gate, login).allowed()).isTrue());
            assertThat(left(gate, "accounts", login("new"))).isEqualTo(100 - round);
        }
    }

    @Test
    void concurrentDifferentValuesStayWithinTheLimit() {
        Gate gate = gate(accounts(Limit.parse("5/day")));
        AtomicInteger allowed = new AtomicInteger();
        Threads.run(TOGETHER, thread -> {
            if (check(gate, login("account " + thread)).allowed()) {
                allowed.incrementAndGet();
            }
        });
        assertThat(allowed).hasValue(5);
    }

    @Test
    void theValueOfARequestThatDoesNotCountIsForgotten() {
        Gate gate = gate(accounts(Limit.parse("2/day")).withOutcome(new Outcome(Set.of(401), Set.of())));
        Futures.get(gate.settle(check(gate, login("ann")), 200));
        assertThat(left(gate, "accounts", login("ann"))).isEqualTo(2);
        Futures.get(gate.settle(check(gate, login("ann")), 401));
        assertThat(left(gate, "accounts", login("bert"))).isEqualTo(1);
        Futures.get(gate.settle(check(gate, login("ann")), 401));
        assertThat(left(gate, "accounts", login("bert"))).isEqualTo(1);
    }

    @Test
    void aChallengeForTooManyValuesTakesNothing() {
        Gate gate = gate(accounts(Limit.parse("1/day")).then(new Then.Challenge()));
        check(gate, login("ann"));
        Verdict verdict = check(gate, login("bert"));
        assertThat(verdict.action()).isEqualTo(Action.CHALLENGE);
        assertThat(check(gate, login("bert")).action()).isEqualTo(Action.CHALLENGE);
        assertThat(check(gate, login("ann")).action()).isEqualTo(Action.ALLOW);
    }

    @Test
    void aPeekAtAValueEqualsTheNextCheck() {
        Gate gate = gate(accounts(Limit.parse("1/day")));
        check(gate, login("ann"));
        assertThat(Futures.get(gate.peek(login("ann"))).allowed()).isTrue();
        assertThat(Futures.get(gate.peek(login("bert"))).allowed()).isFalse();
        assertThat(Futures.get(gate.peek(login("ann"))).explain())
                .startsWith("allowed; accounts: allowed, 0 of 1 left");
    }
}
