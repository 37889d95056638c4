package io.weir.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class AuditEntryTest {

    private static final String SECRET = "weir_live_" + "a1".repeat(19);

    private static AuditEntry entry(String subject, Map<String, String> detail) {
        return AuditEntry.of(new AuditEvent(
                Instant.EPOCH.plusNanos(1_234_567),
                AuditKind.ADMIN_DENIED,
                "ann",
                subject,
                AuditOutcome.DENIED,
                1,
                detail));
    }

    @Test
    void everyTextOfAClientFits() {
        String hostile = "a\u0000b\r\n\u001b[31m\uD800 " + "x".repeat(1_000);
        AuditEntry entry = entry(hostile, Map.of("path", hostile, "quote", "\"}\\"));
        assertThat(entry.subject())
                .startsWith("a\uFFFDb\uFFFD\uFFFD\uFFFD[31m\uFFFD xxx")
                .hasSize(300);
        assertThat(entry.detail()).hasSizeLessThan(4_000).endsWith("\"quote\":\"\\\"}\\\\\"}");
        assertThat(entry.at()).isEqualTo(Instant.EPOCH.plusNanos(1_234_000));
    }

    @Test
    void secretsAreRemoved() {
        AuditEntry entry = entry("key " + SECRET, Map.of("header", "Bearer " + SECRET + "x"));
        assertThat(entry.toString())
                .doesNotContain(SECRET)
                .contains("key (secret)")
                .contains("Bearer (secret)");
    }

    @Test
    void detailsBeyondTheBoundAreLeftOut() {
        Map<String, String> much = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            much.put("field" + i, "x".repeat(400));
        }
        assertThat(entry("a", much).detail()).isEqualTo("{\"left-out\":\"too long\"}");
    }

    @Test
    void kindsAreWords() {
        assertThat(AuditKind.KEY_CREATED.text()).isEqualTo("key.created");
        assertThat(AuditKind.POLICY_ROLLED_BACK.text()).isEqualTo("policy.rolled-back");
    }
}
