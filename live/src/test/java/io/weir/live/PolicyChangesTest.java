package io.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.live.revision.RuntimeSettings;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import org.junit.jupiter.api.Test;

final class PolicyChangesTest {

    private static Policy policy(String text) {
        return PolicyReader.create().read("policy.yml", text);
    }

    private static String line(String before, String after) {
        return PolicyChanges.line(policy(before), policy(after), RuntimeSettings.NONE, RuntimeSettings.NONE);
    }

    @Test
    void describesAddedRemovedAndChangedRules() {
        String before = """
                rules:
                  - {name: a, per: ip, limit: 10/min}
                  - {name: b, per: tenant, limit: 10/min}
                  - {name: c, per: ip, limit: 10/min, match: {path: /c}}
                  - {name: d, per: api-key, limit: 10/min}
                  - {name: e, per: user, limit: 10/min}
                """;
        String after = """
                rules:
                  - {name: a, per: ip, limit: 10/min}
                  - {name: b, per: tenant, limit: 10/min burst 20}
                  - {name: c, per: ip, limit: 10/min, match: {path: /d}}
                  - {name: d, per: api-key, limit: 10/min, mode: shadow}
                  - {name: f, per: global, limit: {algorithm: fixed-window, permits: 5, per: 1h}}
                """;
        assertThat(line(before, after))
                .isEqualTo("b: 10/min → 10/min burst 20, c changed, d: enforce → shadow,"
                        + " f added (fixed window 5/h), e removed");
    }

    @Test
    void describesOtherChangesBriefly() {
        String rule = "rules:\n  - {name: a, per: user, limit: 10/min}\n";
        assertThat(line(
                        rule,
                        rule + "mode: shadow\nipv6-prefix: 56\noverrides: {'user:1': 5/s}\n"
                                + "bypass: [{name: x, user: y}]\n"))
                .isEqualTo("mode: enforce → shadow, overrides changed, bypass changed, ipv6-prefix: 64 → 56");
        assertThat(line(rule, "# a comment\n" + rule)).isEqualTo("no rule changed");
        assertThat(line("tiers: {a: {refill-rate: 1}}", "tiers: {a: {refill-rate: 1}, b: {refill-rate: 2}}"))
                .isEqualTo("tier-b added (2/min burst 3), tiers changed");
    }

    @Test
    void shortensLongDescriptions() {
        StringBuilder many = new StringBuilder("rules:\n");
        for (int i = 0; i < 100; i++) {
            many.append("  - {name: r")
                    .append(i)
                    .append(", per: {header: x")
                    .append(i)
                    .append("}, limit: 1/s}\n");
        }
        assertThat(PolicyChanges.line(Policy.of(), policy(many.toString()), RuntimeSettings.NONE, RuntimeSettings.NONE))
                .startsWith("r0 added (1/s), r1 added (1/s)")
                .endsWith("r5 added (1/s) and 94 more");
    }
}
