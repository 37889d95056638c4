package io.weir.spring.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.store.Store;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

final class StartupLogTest {

    private final Store store = new MemoryStore();

    private static Rule rule(String name) {
        return Rule.of(name, Limit.parse("10/min"));
    }

    private static RateLimitProperties settings(Map<String, String> given) {
        return new Binder(new MapConfigurationPropertySource(given))
                .bindOrCreate(RateLimitProperties.PREFIX, RateLimitProperties.class);
    }

    private String text(Policy policy, Map<String, String> given) {
        return new StartupLog(new Gate(policy, store), store, settings(given), false).text();
    }

    @Test
    void namesRulesModeAndStore() {
        Policy policy = Policy.of(
                rule("global"), rule("new").withMode(Mode.SHADOW), rule("old").withMode(Mode.OFF));
        assertThat(text(policy.withMode(Mode.SHADOW), Map.of()))
                .isEqualTo("Rate limits: 3 rules (global, new in shadow, old in off); mode shadow;"
                        + " counters in the memory of this process");
    }

    @Test
    void hidesThePasswordOfRedis() {
        assertThat(text(
                        Policy.of(rule("all")),
                        Map.of("rate-limit.store", "redis://me:secret@counters:6380", "rate-limit.follow", "true")))
                .isEqualTo("Rate limits: 1 rule (all); mode enforce; counters in Redis at counters:6380;"
                        + " follows the policy there");
    }

    @Test
    void isOneLineWithManyRules() {
        Rule[] many = IntStream.range(0, 500).mapToObj(i -> rule("r" + i)).toArray(Rule[]::new);
        assertThat(text(Policy.of(many), Map.of())).contains("500 rules (r0, ", ", r11 and 488 more)");
    }

    @Test
    void namesAStoreOfTheApplication() {
        assertThat(new StartupLog(new Gate(Policy.of(), store), store, settings(Map.of()), true).text())
                .isEqualTo("Rate limits: no rules; mode enforce; counters in MemoryStore");
    }
}
