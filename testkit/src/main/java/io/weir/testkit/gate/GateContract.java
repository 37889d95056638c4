package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract for matching rules to requests and for the subjects that they count, on any store. */
public abstract class GateContract extends GateChargeContract {

    private static final Request ORDERS = Request.of("GET", "/api/v1/orders").withAddress(ip("1.2.3.4"));
    private static final Caller SHOPPER = Caller.user("shopper");

    @Test
    void everyLevelCountsSeparately() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("100/min")),
                Rule.of("per-ip", Limit.parse("50/min")).per(CountBy.IP),
                Rule.of("per-user", Limit.parse("10/min")).per(CountBy.of(Kind.USER)),
                Rule.of("payments", Limit.parse("3/min"))
                        .matching(Match.path("/api/v1/payments/**"))
                        .per(CountBy.CALLER));
        Request payment = Request.of("POST", "/api/v1/payments/7")
                .withAddress(ip("1.2.3.4"))
                .withCaller(SHOPPER);

        assertThat(admitted(gate, payment, 5)).isEqualTo(3);
        assertThat(admitted(gate, ORDERS.withCaller(SHOPPER), 20)).isEqualTo(7);
        assertThat(admitted(gate, ORDERS, 100)).isEqualTo(40);
        assertThat(admitted(gate, ORDERS.withAddress(ip("1.2.3.5")), 100)).isEqualTo(50);
        assertThat(admitted(gate, ORDERS.withAddress(ip("1.2.3.6")), 100)).isZero();
    }

    @Test
    void takesNothingAtAnyLevelIfOneDenies() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("100/min")),
                Rule.of("per-user", Limit.parse("10/min")).per(CountBy.of(Kind.USER)),
                Rule.of("orders", Limit.parse("2/min")).matching(Match.path("/api/v1/orders")));
        Request request = ORDERS.withCaller(SHOPPER);
        assertThat(admitted(gate, request, 50)).isEqualTo(2);
        assertThat(left(gate, "global", request)).isEqualTo(98);
        assertThat(left(gate, "per-user", request)).isEqualTo(8);
    }

    @Test
    void eachTierHasItsLimitAndUsersWithoutATierHaveTheLowest() {
        Policy policy = Policy.of(
                        Rule.of("tier-free", Limit.parse("2/min"))
                                .matching(Match.ALL.withTiers("free"))
                                .per(CountBy.CALLER),
                        Rule.of("tier-premium", Limit.parse("5/min"))
                                .matching(Match.ALL.withTiers("premium"))
                                .per(CountBy.CALLER),
                        Rule.of("anonymous", Limit.parse("7/min"))
                                .matching(Match.ALL.withCallers(CallerKind.ANONYMOUS))
                                .per(CountBy.IP))
                .withTiers(List.of("free", "premium"));
        Gate gate = new Gate(policy, store());
        assertThat(admitted(gate, ORDERS.withCaller(SHOPPER.withTier("premium")), 10))
                .isEqualTo(5);
        assertThat(admitted(gate, ORDERS.withCaller(Caller.user("bert").withTier("free")), 10))
                .isEqualTo(2);
        assertThat(admitted(gate, ORDERS.withCaller(Caller.user("carl")), 10)).isEqualTo(2);
        assertThat(admitted(gate, ORDERS.withCaller(Caller.apiKey("key-1").withTier("gold")), 10))
                .isEqualTo(2);
        assertThat(admitted(gate, ORDERS, 10)).isEqualTo(7);
    }

    @Test
    void onlyTheMostSpecificPathOfAGroupCounts() {
        Gate gate = gate(
                Rule.of("api", Limit.parse("9/min"))
                        .matching(Match.path("/api/**"))
                        .inGroup("endpoints"),
                Rule.of("orders", Limit.parse("3/min"))
                        .matching(Match.path("/api/v1/orders/**"))
                        .inGroup("endpoints"));
        assertThat(admitted(gate, ORDERS, 10)).isEqualTo(3);
        assertThat(admitted(gate, Request.of("GET", "/api/v1/orders/1/items"), 10))
                .isZero();
        assertThat(admitted(gate, Request.of("GET", "/api/v1/products"), 10)).isEqualTo(9);
    }

    @Test
    void matchesMethodsHostsAndHeaders() {
        Gate gate = gate(Rule.of("writes", Limit.parse("1/min"))
                .matching(Match.path("/**")
                        .withMethods("POST", "PUT")
                        .withHost("*.example.com")
                        .withHeaders(Map.of("x-client", new Glob("mobile-*")))));
        Request write = Request.of("post", "/x").withHost("API.Example.com").withHeader("X-Client", "mobile-7");
        assertThat(admitted(gate, write, 5)).isEqualTo(1);
        assertThat(check(
                                gate,
                                Request.of("GET", "/x")
                                        .withHost("api.example.com")
                                        .withHeader("X-Client", "mobile-7"))
                        .rulings())
                .isEmpty();
        assertThat(check(gate, write.withHost("example.org")).rulings()).isEmpty();
        assertThat(check(gate, write.withHeader("x-client", "web")).rulings()).isEmpty();
    }

    @Test
    void countsBySeveralDimensionsWithoutConfusingThem() {
        Gate gate = gate(Rule.of("both", Limit.parse("1/min"))
                .per(new CountBy(List.of(new Dimension(Kind.HEADER, "a"), new Dimension(Kind.HEADER, "b")))));
        Request request = Request.of("GET", "/");
        assertThat(admitted(gate, request.withHeader("a", "x,y").withHeader("b", "z"), 3))
                .isEqualTo(1);
        assertThat(admitted(gate, request.withHeader("a", "x").withHeader("b", "y,z"), 3))
                .isEqualTo(1);
        assertThat(admitted(gate, request.withHeader("a", "x%2Cy").withHeader("b", "z"), 3))
                .isEqualTo(1);
        assertThat(admitted(gate, request.withHeader("a", "x"), 3)).isEqualTo(1);
        assertThat(admitted(gate, request, 3)).isEqualTo(1);
    }

    @Test
    void addressesOfOneSubscriberShareACounterAndMissingAddressesShareOne() {
        Gate gate = gate(Rule.of("per-ip", Limit.parse("2/min")).per(CountBy.IP));
        Request request = Request.of("GET", "/");
        assertThat(admitted(gate, request.withAddress(ip("2001:db8::1")), 1)).isEqualTo(1);
        assertThat(admitted(gate, request.withAddress(ip("2001:db8::ffff:ffff:ffff:ffff")), 5))
                .isEqualTo(1);
        assertThat(admitted(gate, request.withAddress(ip("2001:db8:0:1::1")), 5))
                .isEqualTo(2);
        assertThat(admitted(gate, request.withAddress(ip("::ffff:1.2.3.4")), 1)).isEqualTo(1);
        assertThat(admitted(gate, request.withAddress(ip("1.2.3.4")), 5)).isEqualTo(1);
        assertThat(admitted(gate, request, 5)).isEqualTo(2);
    }

    @Test
    void aWiderIpv6NetworkHasItsOwnHigherLimit() {
        Gate gate = gate(
                Rule.of("per-ip", Limit.parse("2/min")).per(CountBy.IP),
                Rule.of("per-provider", Limit.parse("5/min")).per(new CountBy(List.of(Dimension.ip(48)))));
        int admitted = 0;
        for (int network = 0; network < 10; network++) {
            admitted += admitted(gate, Request.of("GET", "/").withAddress(ip("2001:db8:1:" + network + "::1")), 3);
        }
        assertThat(admitted).isEqualTo(5);
        assertThat(admitted(gate, Request.of("GET", "/").withAddress(ip("2001:db8:2::1")), 3))
                .isEqualTo(2);
    }

    @Test
    void rulesMatchKeysThatCallersName() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("100/min")),
                Rule.of("users", Limit.parse("5/min"))
                        .matching(Match.key("user:*"))
                        .per(CountBy.of(Kind.KEY)));
        assertThat(admitted(gate, Request.ofKey("user:1", 2), 5)).isEqualTo(2);
        assertThat(check(gate, Request.ofKey("user:2", 1)).rulings())
                .extracting(Ruling::rule)
                .containsExactly("users");
        assertThat(check(gate, Request.ofKey("tenant:1", 1)).rulings()).isEmpty();
        assertThat(check(gate, ORDERS).rulings()).extracting(Ruling::rule).containsExactly("global");
    }

    @Test
    void hasATextOfOneLine() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("100/min")),
                Rule.of("login-per-ip", Limit.parse("10/min"))
                        .matching(Match.path("/login"))
                        .per(CountBy.IP));
        Request login = Request.of("POST", "/login").withAddress(ip("1.2.3.4"));
        assertThat(check(gate, login).explain())
                .isEqualTo("allowed; global: allowed, 99 of 100 left for global:system (100/min);"
                        + " login-per-ip: allowed, 9 of 10 left for ip:1.2.3.4 (10/min)");
        admitted(gate, login, 9);
        Verdict denied = check(gate, login);
        assertThat(denied.explain())
                .isEqualTo("denied by login-per-ip; global: allowed, 90 of 100 left for global:system (100/min);"
                        + " login-per-ip: denied, 0 of 10 left for ip:1.2.3.4 (10/min), opens in PT6S");
        Ruling ruling = denied.tightest().orElseThrow();
        assertThat(ruling.decision().retryAfter()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void reportsTheTightestRuleToTheCaller() {
        Gate gate = gate(
                Rule.of("large", Limit.parse("1000/min")),
                Rule.of("small", Limit.parse("5/min")),
                Rule.of("watched", Limit.parse("1/min")).withMode(Mode.SHADOW));
        assertThat(check(gate, ORDERS).tightest().orElseThrow().rule()).isEqualTo("small");
    }

    @Test
    void doesNotShowTheNumbersOfOtherCallers() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("2/day")),
                Rule.of("plan", Limit.parse("3/day")).per(new CountBy(List.of(new Dimension(Kind.HEADER, "x-plan")))),
                Rule.of("per-ip", Limit.parse("50/day")).per(CountBy.IP));
        assertThat(check(gate, ORDERS).reported()).map(Ruling::rule).contains("per-ip");
        admitted(gate, ORDERS, 1);
        Verdict denied = check(gate, ORDERS);
        assertThat(denied.decidedBy()).map(Ruling::rule).contains("global");
        assertThat(denied.reported()).isEmpty();
    }

    @Test
    void listsTheHeadersThatItsRulesRead() {
        Policy policy = Policy.of(
                Rule.of("all", Limit.parse("9/day")),
                Rule.of("plan", Limit.parse("3/day")).per(new CountBy(List.of(new Dimension(Kind.HEADER, "x-plan")))),
                Rule.of("web", Limit.parse("3/day"))
                        .matching(Match.ALL.withHeaders(Map.of("x-client", new Glob("web")))));
        assertThat(policy.headers()).containsExactlyInAnyOrder("x-plan", "x-client");
        assertThat(Policy.of(Rule.of("retried", Limit.parse("3/day")).withFreeRetries())
                        .headers())
                .containsExactly("idempotency-key");
    }

    @Test
    void aHeadMatchesTheRulesForGet() {
        Gate gate = gate(Rule.of("get", Limit.parse("1/day")).matching(Match.ALL.withMethods("GET")));
        assertThat(admitted(gate, Request.of("HEAD", "/a"), 3)).isEqualTo(1);
        assertThat(admitted(gate, Request.of("GET", "/a"), 3)).isZero();
        assertThat(admitted(gate, Request.of("POST", "/a"), 3)).isEqualTo(3);
    }

    @Test
    void theSecondStageDoesNotMistakeAFirstRequestForARetry() {
        Gate gate = gate(
                Rule.of("key", Limit.parse("9/day"))
                        .per(CountBy.of(Kind.API_KEY))
                        .withFreeRetries(),
                Rule.of("caller", Limit.parse("9/day")).per(CountBy.CALLER).withFreeRetries());
        Request request = ORDERS.withCaller(Caller.apiKey("k")).withHeader("Idempotency-Key", "1");
        for (int i = 0; i < 2; i++) {
            boolean repeat = i > 0;
            assertThat(Futures.get(gate.check(request, Stage.BEFORE_AUTHENTICATION))
                            .repeat())
                    .isEqualTo(repeat);
            assertThat(Futures.get(gate.check(request, Stage.AFTER_AUTHENTICATION))
                            .repeat())
                    .isEqualTo(repeat);
        }
        assertThat(left(gate, "key", request)).isEqualTo(8);
        assertThat(left(gate, "caller", request)).isEqualTo(8);
    }

    @Test
    void holdsARequestForTheLongestDelayOfItsQueues() {
        Gate gate = gate(
                Rule.of("slow", Limit.leakyBucket(Rate.perSecond(1), 10)),
                Rule.of("fast", Limit.leakyBucket(Rate.perSecond(10), 10)));
        assertThat(check(gate, ORDERS).delayMicros()).isZero();
        assertThat(check(gate, ORDERS).delayMicros()).isEqualTo(1_000_000);
    }

    @Test
    void namesOfRulesAreUnique() {
        assertThatThrownBy(() -> gate(Rule.of("one", Limit.parse("1/s")), Rule.of("one", Limit.parse("2/s"))))
                .hasMessage("two rules are named one");
    }

    @Test
    void aCallersKeyNeverUsesTheCounterOfARule() {
        Gate gate = gate(Rule.of("orders", Limit.parse("1/day"))
                .matching(Match.path("/api/v1/orders"))
                .per(CountBy.of(Kind.USER)));
        assertThat(admitted(gate, ORDERS.withCaller(SHOPPER), 1)).isEqualTo(1);
        assertThat(store().chargeNow("user:shopper:/api/v1/orders#orders", Limit.parse("1/day"), 1)
                        .allowed())
                .isTrue();
        assertThat(check(gate, ORDERS.withCaller(SHOPPER)).allowed()).isFalse();
    }
}
