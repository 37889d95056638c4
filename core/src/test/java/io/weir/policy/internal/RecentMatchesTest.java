package io.weir.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RecentMatchesTest {

    private static final Limit MANY = Limit.parse("100/s");

    @Test
    void aCachedMatchIsUsedOnlyForEqualRequests() {
        Caller caller = Caller.user("a").withApiKey("b").withTenant("c");
        Request request =
                Request.of("GET", "/a").withAddress(new IpAddress(32, 0, 1)).withCaller(caller);
        RecentMatches recent = new RecentMatches(1);
        recent.add(RuleSet.EMPTY, request, MatchedRules.NONE);
        assertThat(recent.find(RuleSet.EMPTY, request.withHost("other").withHeader("x", "y")))
                .isSameAs(MatchedRules.NONE);
        LoadedRule rule = LoadedRule.of(Rule.of("all", MANY), 0, Stage.WHOLE, Mode.ENFORCE);
        assertThat(recent.find(new RuleSet(RuleSet.EMPTY, rule), request)).isNull();
        assertThat(Stream.of(
                        request.withAddress(new IpAddress(32, 0, 2)),
                        request.withCaller(caller.withUser("d")),
                        request.withCaller(caller.withApiKey("d")),
                        request.withCaller(caller.withTenant("d")),
                        request.withPermits(2)))
                .allSatisfy(
                        other -> assertThat(recent.find(RuleSet.EMPTY, other)).isNull());
    }
}
