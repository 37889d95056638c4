package io.weir.spring.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UnknownTierLogTest {

    private final List<String> logged = new ArrayList<>();
    private final Policy policy = Policy.of(Rule.of("tier-free", Limit.parse("100/min"))
                    .matching(Match.ALL.withTiers("free"))
                    .per(CountBy.CALLER))
            .withTiers(List.of("free"));
    private final Gate gate = new Gate(policy, new MemoryStore(), new UnknownTierLog(logged::add));

    private void check(String tier, Stage stage) {
        gate.check(Request.of("GET", "/").withCaller(Caller.user("u").withTier(tier)), stage);
    }

    @Test
    void warnsOnceAboutEachTier() {
        check("gold", Stage.WHOLE);
        check("gold", Stage.WHOLE);
        check("free", Stage.WHOLE);
        check("gold\nforged", Stage.BEFORE_AUTHENTICATION);
        check("gold\nforged", Stage.AFTER_AUTHENTICATION);
        assertThat(logged).hasSize(2);
        assertThat(logged.get(0)).startsWith("A caller has the tier \"gold\", which the policy does not define");
        assertThat(logged.get(1)).contains("\"gold?forged\"");
    }

    @Test
    void warnsAboutTwentyTiersAtMost() {
        for (int i = 0; i < 100; i++) {
            check("tier-" + i, Stage.WHOLE);
        }
        assertThat(logged).hasSize(20);
    }
}
