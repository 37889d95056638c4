package io.weir.testkit.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.testkit.internal.Futures;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** API keys that were issued with a limit of their own. */
abstract class OwnLimitContract extends SealedReceiptContract {

    private static final Caller KEY = Caller.apiKey("key-1").withOwnLimit(Limit.parse("5/day"));
    private static final Request REQUEST =
            Request.of("GET", "/orders").withAddress(ip("192.0.2.1")).withCaller(KEY);
    private static final Rule PER_KEY = Rule.of("per-key", Limit.parse("2/day")).per(CountBy.of(Kind.API_KEY));

    private static Limit window(long permits) {
        return Limit.slidingWindow(Rate.perDay(permits));
    }

    @Test
    void anOwnLimitReplacesTheLimitsOfRulesThatCountTheKey() {
        assertThat(admitted(gate(PER_KEY), REQUEST, 9)).isEqualTo(5);
        assertThat(admitted(gate(PER_KEY), REQUEST.withCaller(Caller.apiKey("key-2")), 9))
                .isEqualTo(2);
        assertThat(admitted(gate(PER_KEY.named("callers").per(CountBy.CALLER)), REQUEST, 9))
                .isEqualTo(5);
        for (Rule other : new Rule[] {
            PER_KEY.named("path").matching(Match.path("/orders")),
            PER_KEY.named("all").per(CountBy.GLOBAL),
            PER_KEY.named("address").per(CountBy.IP),
            PER_KEY.named("lock").then(new Then.Lock(Duration.ofDays(1)))
        }) {
            assertThat(admitted(gate(other), REQUEST, 9)).as("%s", other.name()).isEqualTo(2);
        }
    }

    @Test
    void aUserBehindAKeyHasTheLimitOfTheRule() {
        Gate gate = gate(PER_KEY.per(CountBy.CALLER));
        assertThat(admitted(gate, REQUEST.withCaller(KEY.withUser("ann")), 9)).isEqualTo(2);
    }

    @Test
    void anOverrideOfThePolicyPrecedesAnOwnLimit() {
        Subject subject = new Subject("apikey", "key-1");
        Policy policy = Policy.of(PER_KEY).withOverrides(Map.of(subject, Limit.parse("3/day")));
        assertThat(admitted(new Gate(policy, store()), REQUEST, 9)).isEqualTo(3);
        Rule rule = PER_KEY.named("other").withOverrides(Map.of(subject, Limit.parse("4/day")));
        assertThat(admitted(gate(rule), REQUEST, 9)).isEqualTo(4);
    }

    @Test
    void aChangedOwnLimitAppliesToTheNextRequest() {
        Gate gate = gate(Rule.of("per-key", window(2)).per(CountBy.of(Kind.API_KEY)));
        assertThat(admitted(gate, REQUEST.withCaller(KEY.withOwnLimit(window(5))), 9))
                .isEqualTo(5);
        assertThat(admitted(gate, REQUEST.withCaller(KEY.withOwnLimit(window(7))), 9))
                .isEqualTo(2);
        assertThat(check(gate, REQUEST.withCaller(Caller.apiKey("key-1"))).allowed())
                .isFalse();
    }

    @Test
    void anOwnLimitBelowTheCostOfARequestAdmitsOneAtATime() {
        Gate gate = gate(PER_KEY.withCost(new Cost.Fixed(2)));
        assertThat(admitted(gate, REQUEST.withCaller(KEY.withOwnLimit(Limit.parse("1/day"))), 9))
                .isEqualTo(1);
    }

    @Test
    void aResetOfAKeyResetsItsOwnLimit() {
        Gate gate = gate(PER_KEY);
        Request request = REQUEST.withCaller(KEY.withOwnLimit(Limit.slidingWindow(Rate.perDay(3))));
        assertThat(admitted(gate, request, 9)).isEqualTo(3);
        Futures.get(gate.forget(new Subject("apikey", "key-1")));
        assertThat(admitted(gate, request, 9)).isEqualTo(3);
    }
}
