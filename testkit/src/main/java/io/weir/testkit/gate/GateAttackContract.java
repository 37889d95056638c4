package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.spi.RequestPath;
import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.testkit.internal.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract against attacks on rules, on any store. */
abstract class GateAttackContract extends OwnLimitContract {

    private static final Request LOGIN = Request.of("POST", "/login").withAddress(ip("1.2.3.4"));

    @Test
    void loggingInDoesNotResetTheCounterOfTheAddress() {
        Gate gate = gate(
                Rule.of("per-ip", Limit.parse("5/day")).per(CountBy.IP),
                Rule.of("per-user", Limit.parse("3/day")).per(CountBy.of(Kind.USER)));
        assertThat(admitted(gate, LOGIN, 3)).isEqualTo(3);
        assertThat(admitted(gate, LOGIN.withCaller(Caller.user("shopper")), 9)).isEqualTo(2);
        assertThat(admitted(gate, LOGIN.withCaller(Caller.user("bert")), 9)).isZero();
        assertThat(admitted(gate, LOGIN, 9)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PROPFIND", "post", "MADE-UP", "X", "GETT"})
    void unknownMethodsCountAsWriting(String method) {
        Gate gate = gate(
                Rule.of("all", Limit.parse("5/day")),
                Rule.of("writing", Limit.parse("2/day")).matching(Match.ALL.withMethods(Match.WRITING)));
        Request request = Request.of(method, "/").withHeader("X-HTTP-Method-Override", "GET");
        assertThat(admitted(gate, request, 5)).isEqualTo(2);
        assertThat(admitted(gate, Request.of("HEAD", "/"), 9)).isEqualTo(3);
    }

    @Test
    void inventedPathsShareOneCounter() {
        Gate gate = gate(
                Rule.of("pages", Limit.parse("5/day"))
                        .matching(Match.path("/pages/{id}"))
                        .per(CountBy.IP),
                Rule.of("rest", Limit.parse("7/day")).per(CountBy.IP));
        int pages = 0;
        int others = 0;
        for (int i = 0; i < 20; i++) {
            pages += admitted(gate, Request.of("GET", "/pages/" + i), 1);
        }
        for (int i = 0; i < 20; i++) {
            others += admitted(gate, Request.of("GET", "/random-" + i), 1);
        }
        assertThat(pages).isEqualTo(5);
        assertThat(others).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"api.example.com.", "API.Example.com", "api.example.com:8443", "Api.example.com.:80"})
    void spellingsOfAHostMatchTheSameRules(String host) {
        Gate gate = gate(
                Rule.of("plain", Limit.parse("5/day")).matching(Match.ALL.withHost("api.example.com")),
                Rule.of("spelled", Limit.parse("5/day")).matching(Match.ALL.withHost("API.example.com.")));
        assertThat(check(gate, Request.of("GET", "/").withHost(host)).rulings())
                .extracting(Ruling::rule)
                .containsExactly("plain", "spelled");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2002:102:304:%x::1",
                "2001:0:%x:1:0:1:fefd:fcfb",
                "64:ff9b::1.2.3.4",
                "::ffff:0:1.2.3.4",
                "::1.2.3.4"
            })
    void theOwnerOfAnIpv4AddressIsOneSubjectWithAllItsIpv6Addresses(String form) {
        Gate gate = gate(Rule.of("per-ip", Limit.parse("10/day")).per(CountBy.IP));
        assertThat(admitted(gate, LOGIN, 3)).isEqualTo(3);
        int admitted = 0;
        for (int i = 0; i < 20; i++) {
            admitted += admitted(gate, LOGIN.withAddress(ip(form.formatted(i))), 1);
        }
        assertThat(admitted).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2002:102:%x::1",
                "2001:0:102:304:0:1:fefd:%x",
                "64:ff9b::1.2.3.%d",
                "64:ff9b:1::1.2.3.%d",
                "::ffff:0:1.2.3.%d",
                "::1.2.3.%d",
                "::%d"
            })
    void strangersBehindOneTranslatorHaveCountersOfTheirOwn(String form) {
        Gate gate = gate(Rule.of("per-ip", Limit.parse("2/day")).per(CountBy.IP));
        for (int i = 1; i < 5; i++) {
            assertThat(admitted(gate, LOGIN.withAddress(ip(form.formatted(i))), 9))
                    .isEqualTo(2);
        }
    }

    @Test
    void anEmptyNameIsNoSubject() {
        Gate gate = gate(Rule.of("anonymous", Limit.parse("2/day"))
                .matching(Match.ALL.withCallers(CallerKind.ANONYMOUS))
                .per(CountBy.IP));
        for (Caller caller :
                List.of(Caller.user(""), Caller.apiKey(" "), Caller.user("").withTenant(""))) {
            assertThat(caller.isAnonymous()).isTrue();
            assertThat(caller.tenant()).isEmpty();
        }
        assertThat(admitted(gate, LOGIN.withCaller(Caller.user("")), 1)).isEqualTo(1);
        assertThat(admitted(gate, LOGIN.withCaller(Caller.apiKey(" ")), 3)).isEqualTo(1);
    }

    @Test
    void aCallThatCostsTooMuchAffectsNoOther() {
        Gate gate = gate(
                Rule.of("keys", Limit.parse("10/day")).matching(Match.key("*")).per(CountBy.of(Kind.KEY)),
                Rule.of("points", Limit.parse("10/day"))
                        .withCost(new Cost.Computed("points", Set.of(), request -> 1_000_000)));
        assertThatThrownBy(() -> gate.check(Request.ofKey("a", 1_000_000))).hasMessageContaining("can never succeed");
        assertThatThrownBy(() -> gate.check(Request.ofKey("a", 0))).hasMessageContaining("must be from 1");
        assertThatThrownBy(() -> gate.check(Request.ofKey("a", Long.MIN_VALUE))).hasMessageContaining("must be from 1");
        assertThat(left(gate, "keys", Request.ofKey("a", 1))).isEqualTo(10);
        assertThat(check(gate, LOGIN).allowed()).isTrue();
        assertThat(check(gate, LOGIN).decidedBy())
                .map(ruling -> ruling.decision().retryAfterMicros() / 86_400_000_000L)
                .contains(1L);
    }

    @Test
    void onlyOneOfAThousandCallersGetsTheLastPermit() {
        Gate gate = gate(
                Rule.of("global", Limit.parse("1000000/day")),
                Rule.of("one", Limit.parse("1/day")).per(CountBy.IP));
        List<CompletionStage<Verdict>> verdicts = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            verdicts.add(gate.check(LOGIN));
        }
        assertThat(verdicts.stream().map(Futures::get).filter(Verdict::allowed)).hasSize(1);
        assertThat(left(gate, "global", LOGIN)).isEqualTo(999_999);
    }

    @Test
    void aCallersKeyNeverUsesARulesCounter() {
        Gate gate = gate(
                Rule.of("orders", Limit.parse("2/day"))
                        .matching(Match.path("/orders"))
                        .per(CountBy.of(Kind.USER)),
                Rule.of("keys", Limit.parse("2/day")).matching(Match.key("*")).per(CountBy.of(Kind.KEY)));
        for (String key : List.of("user:shopper:/orders#orders", "shopper", "user:shopper", "shopper:/orders#orders")) {
            assertThat(admitted(gate, Request.ofKey(key, 1), 5)).isEqualTo(2);
        }
        assertThat(admitted(gate, Request.of("GET", "/orders").withCaller(Caller.user("shopper")), 5))
                .isEqualTo(2);
    }

    @Test
    void namesWithSeparatorsAreNotSplit() {
        Gate gate = gate(Rule.of("both", Limit.parse("1/day")).per(CountBy.of(Kind.TENANT, Kind.USER)));
        List<Caller> callers = List.of(
                Caller.user("b:c").withTenant("a"),
                Caller.user("c").withTenant("a:b"),
                Caller.user("c").withTenant("a,b"),
                Caller.user("b,c").withTenant("a"),
                Caller.user("c}").withTenant("{a"),
                Caller.user("c").withTenant("a%2Cb"));
        for (Caller caller : callers) {
            assertThat(admitted(gate, LOGIN.withCaller(caller), 3))
                    .as("%s", caller)
                    .isEqualTo(1);
        }
    }

    @Test
    void aRetryIsAllowedAtRetryAfterAndNotAMicrosecondEarlier() {
        Gate gate = gate(
                Rule.of("slow", Limit.parse("1/min")).per(CountBy.IP),
                Rule.of("slower", Limit.parse("2/h")).per(CountBy.IP));
        assertThat(admitted(gate, LOGIN, 1)).isEqualTo(1);
        for (int i = 0; i < 3; i++) {
            Ruling ruling = check(gate, LOGIN).decidedBy().orElseThrow();
            long retryAfter = ruling.decision().retryAfterMicros();
            time().advanceMicros(retryAfter - 1);
            assertThat(check(gate, LOGIN).allowed()).isFalse();
            time().advanceMicros(1);
            assertThat(check(gate, LOGIN).allowed()).isTrue();
        }
    }

    @Test
    void oneIdempotencyKeyForEverythingGivesThreeFreeRetries() {
        Gate gate =
                gate(Rule.of("posts", Limit.parse("5/day")).per(CountBy.CALLER).withFreeRetries());
        Request post = LOGIN.withCaller(Caller.user("shopper")).withHeader("Idempotency-Key", "always");
        assertThat(admitted(gate, post, 100)).isEqualTo(5 + 3);
        assertThat(IntStream.range(0, 5)
                        .filter(i -> check(
                                        gate, post.withCaller(Caller.ANONYMOUS).withAddress(ip("1.2.3.5")))
                                .repeat()))
                .isEmpty();
    }

    @Test
    void rulesMatchTheNormalizedPath() {
        Gate gate = gate(Rule.of("admin", Limit.parse("1/day")).matching(Match.path("/admin/**")));
        int admitted = 0;
        for (String raw :
                List.of("/admin", "/admin/", "/%61dmin", "/admin/%75sers", "//admin", "/x/../admin", "/admin;a")) {
            admitted += RequestPath.read(raw)
                    .map(path -> admitted(gate, Request.of("GET", path), 1))
                    .orElse(0);
        }
        assertThat(admitted).isEqualTo(1);
    }
}
