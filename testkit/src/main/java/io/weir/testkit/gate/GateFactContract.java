package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Ruling;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules that match by facts and count by them. */
abstract class GateFactContract extends GateUnderTest {

    private static final Request LOGIN = Request.of("POST", "/login").withAddress(ip("192.0.2.1"));

    private static Rule per(Dimension... dimensions) {
        return Rule.of("rule", Limit.parse("2/day")).per(new CountBy(List.of(dimensions)));
    }

    @Test
    void countsEachValueOfAFactSeparately() {
        Gate gate = gate(per(Dimension.fact("account")));
        assertThat(admitted(gate, LOGIN.withFact("account", "a1"), 5)).isEqualTo(2);
        assertThat(admitted(gate, LOGIN.withFact("account", "a2"), 5)).isEqualTo(2);
        assertThat(check(gate, LOGIN.withFact("account", "a1")).decidedBy())
                .map(ruling -> ruling.subject().toString())
                .contains("account:a1");
    }

    @Test
    void aRuleThatCountsByAFactIgnoresRequestsWithoutIt() {
        Gate gate = gate(per(Dimension.fact("account"), Dimension.fact("source")));
        assertThat(check(gate, LOGIN.withFact("account", "a1")).rulings()).isEmpty();
        assertThat(admitted(gate, LOGIN.withFact("account", "a1").withFact("source", "ip:192.0.2.1"), 5))
                .isEqualTo(2);
    }

    @Test
    void factsAreSeparateFromHeadersAndClaimsOfTheSameName() {
        Gate gate = gate(
                per(Dimension.fact("device")).named("fact"),
                per(new Dimension(Dimension.Kind.HEADER, "device")).named("header"));
        Request request = LOGIN.withFact("device", "d").withHeader("device", "d");
        assertThat(admitted(gate, request, 1)).isEqualTo(1);
        assertThat(left(gate, "fact", request)).isEqualTo(1);
        assertThat(left(gate, "header", request)).isEqualTo(1);
    }

    @Test
    void matchesByTheValueOrTheAbsenceOfAFact() {
        Gate gate = gate(Rule.of("bots", Limit.parse("1/day"))
                .matching(
                        Match.ALL.withFacts(Map.of("bot", new Glob("certain"))).withoutFacts("device")));
        Request bot = LOGIN.withFact("bot", "certain");
        assertThat(admitted(gate, bot, 3)).isEqualTo(1);
        assertThat(admitted(gate, LOGIN.withFact("bot", "likely"), 3)).isEqualTo(3);
        assertThat(admitted(gate, LOGIN, 3)).isEqualTo(3);
        assertThat(admitted(gate, bot.withFact("device", "d1"), 3)).isEqualTo(3);
    }

    @Test
    void anotherFactMatchesOtherRulesForTheSameCaller() {
        Gate gate = gate(
                Rule.of("bots", Limit.parse("5/day"))
                        .matching(Match.ALL.withFacts(Map.of("bot", new Glob("likely"))))
                        .per(CountBy.IP),
                Rule.of("all", Limit.parse("9/day")).per(CountBy.IP));
        for (int i = 0; i < 2; i++) {
            assertThat(check(gate, LOGIN.withFact("bot", "likely")).rulings())
                    .extracting(Ruling::rule)
                    .containsExactly("bots", "all");
            assertThat(check(gate, LOGIN).rulings()).extracting(Ruling::rule).containsExactly("all");
        }
    }

    @Test
    void neighboursInANetworkAreCountedTogether() {
        Gate gate = gate(per(Dimension.network(24, 48)));
        assertThat(admitted(gate, LOGIN.withAddress(ip("192.0.2.1")), 1)).isEqualTo(1);
        assertThat(admitted(gate, LOGIN.withAddress(ip("192.0.2.254")), 5)).isEqualTo(1);
        assertThat(admitted(gate, LOGIN.withAddress(ip("192.0.3.1")), 5)).isEqualTo(2);
        assertThat(admitted(gate, LOGIN.withAddress(ip("2001:db8:1:2::3")), 1)).isEqualTo(1);
        assertThat(admitted(gate, LOGIN.withAddress(ip("2001:db8:1:ffff::3")), 5))
                .isEqualTo(1);
        assertThat(admitted(gate, LOGIN.withAddress(ip("2002:c000:0301::1")), 5))
                .as("192.0.3.1 inside 6to4")
                .isZero();
        assertThat(check(gate, LOGIN).decidedBy())
                .map(ruling -> ruling.subject().toString())
                .contains("network-24/48:192.0.2.0/24");
    }
}
