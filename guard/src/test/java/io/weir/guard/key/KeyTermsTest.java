package io.weir.guard.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.IpAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class KeyTermsTest {

    private static final KeyTerms TERMS = KeyTerms.of("orders", "acme");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static void refused(String field, ThrowingCallable wrong) {
        assertThatThrownBy(wrong)
                .isInstanceOfSatisfying(
                        InvalidFieldException.class,
                        refusal -> assertThat(refusal.field()).isEqualTo(field));
    }

    @Test
    void wrongTextsAreRefusedByTheNameOfTheirField() {
        refused("name", () -> KeyTerms.of("  ", "acme"));
        refused("name", () -> KeyTerms.of("x".repeat(101), "acme"));
        refused("name", () -> KeyTerms.of("a\u0000b", "acme"));
        refused("name", () -> KeyTerms.of("a\u202Eb", "acme"));
        refused("owner", () -> KeyTerms.of("orders", "a\nb"));
        refused("owner", () -> KeyTerms.of("orders", "half \uD800 character"));
        refused("tenant", () -> TERMS.withTenant(Optional.of("")));
        refused("tier", () -> TERMS.withTier(Optional.of("x".repeat(101))));
        refused("scopes", () -> TERMS.withScopes("Orders Read"));
        refused("scopes", () -> TERMS.withScopes("weir:root"));
        refused("scopes", () -> TERMS.withScopes("'; drop table weir_api_key; --"));
        refused("networks", () -> TERMS.withNetworks("10.0.0.0/33"));
        refused("networks", () -> TERMS.withNetworks("example.com"));
        refused("counters", () -> TERMS.withCounters(""));
        refused("counters", () -> TERMS.withCounters("user *"));
        refused("expires", () -> KeyExpiry.after(Duration.ZERO));
        refused("expires", () -> KeyExpiry.after(Duration.ofDays(3_000)));
        refused("expires", () -> KeyExpiry.at(NOW).from(NOW));
        refused("expires", () -> KeyExpiry.at(NOW.plus(Duration.ofDays(2_000))).from(NOW));
        refused("state", () -> KeyState.parse("gone"));
        refused("environment", () -> KeyEnvironment.parse("LIVE"));
    }

    @Test
    void everyPrintableTextMayBeAName() {
        String name = "Robert'); DROP TABLE weir_api_key;-- \"ключ\" 🔑";
        assertThat(KeyTerms.of(" " + name + " ", "acme").name()).isEqualTo(name);
    }

    @Test
    void networksAndCountersRestrictAKey() {
        KeyTerms terms = TERMS.withNetworks("192.0.2.0/24", "2001:db8::/32").withCounters("user:*", "tenant:acme");
        assertThat(terms.mayComeFrom(IpAddress.parse("192.0.2.9").orElseThrow()))
                .isTrue();
        assertThat(terms.mayComeFrom(IpAddress.parse("192.0.3.9").orElseThrow()))
                .isFalse();
        assertThat(terms.mayComeFrom(IpAddress.parse("2001:db8:1::1").orElseThrow()))
                .isTrue();
        assertThat(terms.mayCount("user:42")).isTrue();
        assertThat(terms.mayCount("tenant:acme")).isTrue();
        assertThat(terms.mayCount("tenant:other")).isFalse();
        assertThat(TERMS.mayCount("anything")).isTrue();
    }

    @Test
    void aKeyIsValidStrictlyBeforeItExpires() {
        KeyLife life = KeyLife.starting(
                new KeyLife.Creation(NOW, "ann", KeyEnvironment.LIVE), Optional.of(NOW.plusSeconds(1)));
        assertThat(life.stateAt(NOW.plusNanos(999_999_999))).isEqualTo(KeyState.ACTIVE);
        assertThat(life.stateAt(NOW.plusSeconds(1))).isEqualTo(KeyState.EXPIRED);
    }
}
