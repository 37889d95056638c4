package io.weir.live;

import static io.weir.live.Follower.done;
import static io.weir.live.Follower.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.document.spi.Document;
import io.weir.limit.Limit;
import io.weir.live.revision.Revision;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Subject;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settings made at run time, in addition to the files of a policy. */
final class RuntimeSettingsTest {

    private static final Author ONCALL = Author.of("oncall");
    private static final Subject ACME = new Subject("user", "acme");

    private final Follower process = Follower.on(new MemoryDocument(), PolicyTexts.file("""
                    rules:
                      - {name: orders, per: caller, limit: 10/min}
                      - {name: exports, match: {path: /export/**}, per: user, limit: 5/h, mode: shadow}
                    """));

    @BeforeEach
    void start() {
        assertThat(process.rules()).containsExactly("orders 10/min ENFORCE", "exports 5/h SHADOW");
    }

    @AfterEach
    void end() {
        process.close();
    }

    private SubjectOverride override(String subject, Optional<String> rule, String limit) {
        return new SubjectOverride(subject, rule, limit, process.in(Duration.ofHours(1)), Optional.empty(), "oncall");
    }

    @Test
    void theKillSwitchCapsEveryRule() {
        Revision off = done(process.editor.switchAll(ONCALL, Mode.OFF));
        assertThat(off.change()).isEqualTo("all rules at most off (were enforce)");
        assertThat(process.rules()).containsExactly("orders 10/min OFF", "exports 5/h OFF");
        done(process.editor.switchAll(ONCALL, Mode.SHADOW));
        assertThat(process.rules()).containsExactly("orders 10/min SHADOW", "exports 5/h SHADOW");
        done(process.editor.switchAll(ONCALL, Mode.ENFORCE));
        assertThat(process.rules()).containsExactly("orders 10/min ENFORCE", "exports 5/h SHADOW");
    }

    @Test
    void thePolicysOwnModeStaysACap() {
        done(process.editor.push(
                ONCALL, PolicyTexts.file("mode: shadow\nrules:\n  - {name: orders, per: caller, limit: 10/min}\n")));
        done(process.editor.switchAll(ONCALL, Mode.OFF));
        assertThat(process.rules()).containsExactly("orders 10/min OFF");
        done(process.editor.switchAll(ONCALL, Mode.ENFORCE));
        assertThat(process.rules()).containsExactly("orders 10/min SHADOW");
    }

    @Test
    void theStartModeCapsEveryVersionInThatProcessOnly() {
        Document document = new MemoryDocument();
        try (Follower shadow = Follower.on(document, Mode.SHADOW);
                Follower other = Follower.on(document)) {
            done(shadow.editor.push(
                    ONCALL, PolicyTexts.file("rules:\n  - {name: orders, per: caller, limit: 10/min}\n")));
            other.aSecondPasses();
            assertThat(shadow.rules()).containsExactly("orders 10/min SHADOW");
            assertThat(other.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(shadow.problem()).isEmpty();
            assertThat(shadow.live.status().ignored())
                    .containsExactly("the mode enforce of the policy has no effect on this instance, because it was"
                            + " started with mode shadow");
            done(shadow.editor.switchAll(ONCALL, Mode.OFF));
            assertThat(shadow.rules()).containsExactly("orders 10/min OFF");
            assertThat(shadow.live.status().ignored()).isEmpty();
            done(shadow.editor.switchAll(ONCALL, Mode.ENFORCE));
            assertThat(shadow.rules()).containsExactly("orders 10/min SHADOW");
        }
    }

    @Test
    void aRuleIsSwitchedAndSwitchedBack() {
        assertThat(done(process.editor.switchRule(ONCALL, "exports", Optional.of(Mode.ENFORCE)))
                        .change())
                .isEqualTo("exports switched to enforce");
        assertThat(process.rules()).containsExactly("orders 10/min ENFORCE", "exports 5/h ENFORCE");
        assertThat(done(process.editor.switchRule(ONCALL, "exports", Optional.empty()))
                        .change())
                .isEqualTo("exports back to the mode in the files");
        assertThat(process.rules()).containsExactly("orders 10/min ENFORCE", "exports 5/h SHADOW");
    }

    @Test
    void aRuleThatDoesNotExistCannotBeSwitched() {
        assertThat(failure(process.editor.switchRule(ONCALL, "order", Optional.of(Mode.OFF))))
                .hasMessageContaining("unknown rule \"order\"; did you mean \"orders\"?");
        assertThat(process.version()).isEqualTo(1);
    }

    @Test
    void switchesOutliveNewTextsAndHaveNoEffectOnRemovedRules() {
        done(process.editor.switchRule(ONCALL, "exports", Optional.of(Mode.OFF)));
        done(process.editor.override(ONCALL, override("user:acme", Optional.of("exports"), "50/h")));
        done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
        assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
        assertThat(process.live.status().ignored())
                .hasSize(2)
                .anyMatch(text -> text.startsWith("the mode of exports has no effect"))
                .anyMatch(
                        text -> text.startsWith("the override of user:acme under exports has no effect: unknown rule"));
        done(process.editor.rollBack(ONCALL, OptionalLong.of(3)));
        assertThat(process.rules()).containsExactly("orders 10/min ENFORCE", "exports 5/h OFF");
        assertThat(process.live.status().ignored()).isEmpty();
    }

    @Test
    void anOverrideAppliesToRulesWithoutAPathOrToANamedRule() {
        Revision general = done(process.editor.override(ONCALL, override("user:acme", Optional.empty(), "100/min")));
        assertThat(general.change()).isEqualTo("user:acme has 100/min until 2026-01-01T01:00:00Z");
        done(process.editor.override(ONCALL, override("user:acme", Optional.of("exports"), "50/h")));
        assertThat(process.live.status().policy().overrides()).containsEntry(ACME, Limit.parse("100/min"));
        assertThat(process.live.status().policy().rules().get(1).overrides()).containsEntry(ACME, Limit.parse("50/h"));
    }

    @Test
    void anOverrideReplacesAnotherAndCanBeEnded() {
        done(process.editor.override(ONCALL, override("user:acme", Optional.empty(), "100/min")));
        done(process.editor.override(ONCALL, override("user:acme", Optional.empty(), "200/min")));
        assertThat(process.live.status().content().runtime().overrides()).hasSize(1);
        assertThat(process.live.status().policy().overrides()).containsEntry(ACME, Limit.parse("200/min"));
        assertThat(done(process.editor.endOverride(ONCALL, "user:acme", Optional.empty()))
                        .change())
                .isEqualTo("override of user:acme ended");
        assertThat(process.live.status().policy().overrides()).isEmpty();
        assertThat(failure(process.editor.endOverride(ONCALL, "user:acme", Optional.empty())))
                .hasMessage("there is no override of user:acme");
    }

    @Test
    void anOverrideExpires() {
        done(process.editor.override(ONCALL, override("user:acme", Optional.empty(), "100/min")));
        process.time.advance(Duration.ofMinutes(59));
        assertThat(process.live.status().policy().overrides()).isNotEmpty();
        process.time.advance(Duration.ofMinutes(1));
        assertThat(process.live.status().policy().overrides()).isEmpty();
        assertThat(process.inForce.get(process.inForce.size() - 1).overrides()).isEmpty();
        assertThat(process.version()).isEqualTo(2);
        done(process.editor.switchAll(ONCALL, Mode.SHADOW));
        assertThat(process.live.status().content().runtime().overrides()).isEmpty();
    }

    @Test
    void addressesAndKeysAreWrittenAsRulesCountThem() {
        done(process.editor.override(ONCALL, override("ip:2001:db8::1", Optional.empty(), "100/min")));
        done(process.editor.override(ONCALL, override("api-key:k1", Optional.empty(), "100/min")));
        assertThat(process.live.status().policy().overrides())
                .containsOnlyKeys(new Subject("ip", "2001:db8:0:0:0:0:0:0/64"), new Subject("apikey", "k1"));
        done(process.editor.endOverride(ONCALL, "ip:2001:db8::2", Optional.empty()));
        assertThat(process.live.status().policy().overrides()).hasSize(1);
    }

    @Test
    void anOverrideWithoutEffectIsRejected() {
        assertThat(failure(process.editor.override(ONCALL, override("tenant:acme", Optional.empty(), "1/s"))))
                .hasMessageContaining("not by \"tenant\"");
        assertThat(failure(process.editor.override(ONCALL, override("user:acme", Optional.empty(), "often"))))
                .hasMessageContaining("limit: Cannot read the limit \"often\"");
        assertThat(failure(process.editor.override(ONCALL, override("acme", Optional.empty(), "1/s"))))
                .hasMessageContaining("subject: Cannot read the subject \"acme\"");
        SubjectOverride over = new SubjectOverride(
                "user:acme", Optional.empty(), "1/s", process.in(Duration.ZERO), Optional.empty(), "oncall");
        assertThat(failure(process.editor.override(ONCALL, over))).hasMessageContaining("until must be later than now");
        assertThat(process.version()).isEqualTo(1);
    }

    @Test
    void anOverrideMayHaveAnotherAlgorithm() {
        done(process.editor.override(
                ONCALL, override("user:acme", Optional.empty(), "{algorithm: fixed-window, permits: 7, per: 1h}")));
        assertThat(process.live.status().policy().overrides().get(ACME)).hasToString("fixed window 7/h");
    }

    @Test
    void allowsAHundredOverridesAtMost() {
        for (int i = 0; i < 100; i++) {
            done(process.editor.override(ONCALL, override("user:" + i, Optional.empty(), "100/min")));
        }
        assertThat(process.live.status().policy().overrides()).hasSize(100);
        assertThat(failure(process.editor.override(ONCALL, override("user:more", Optional.empty(), "100/min"))))
                .hasMessageContaining("there are already 100 overrides");
        done(process.editor.override(ONCALL, override("user:7", Optional.empty(), "200/min")));
    }
}
