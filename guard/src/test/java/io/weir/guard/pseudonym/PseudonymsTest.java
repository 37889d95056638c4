package io.weir.guard.pseudonym;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.guard.Site;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.audit.AuditUnavailableException;
import io.weir.guard.secret.Pepper;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PseudonymsTest {

    private final Site site = Site.withoutRegistry();
    private final ManualTime timer = ManualTime.create();
    private final AuditTrailConfig config = AuditTrailConfig.of(site.time, timer);
    private final Pseudonyms names = Pseudonyms.start(site.pepper, site.log, config);

    private AuditEvent erasure() {
        return AuditEvent.of(site.now(), AuditKind.AUDIT_ERASED, "ann", "2026Q1");
    }

    @Test
    void oneNameHasOnePseudonymInAQuarterOnEveryNode() {
        Pseudonyms other = Pseudonyms.start(site.pepper, site.log, config);
        assertThat(names.account("ann@example.com"))
                .matches("account:[0-9a-f]{16}")
                .isEqualTo(other.account("ann@example.com"))
                .isNotEqualTo(names.account("bob@example.com"));
    }

    @Test
    void addressesKeepTheirNetwork() {
        assertThat(names.address(IpAddress.parse("192.0.2.77").orElseThrow()))
                .matches("ip:192\\.0\\.2\\.0/24~[0-9a-f]{16}");
        assertThat(names.address(IpAddress.parse("2001:db8:1:2::77").orElseThrow()))
                .matches("ip:2001:db8:1:0:0:0:0:0/48~[0-9a-f]{16}");
    }

    @Test
    void theNextQuarterHasOtherPseudonyms() {
        String before = names.account("ann");
        site.time.advance(Duration.ofDays(90));
        timer.advance(Duration.ofSeconds(30));
        assertThat(Pseudonyms.quarter(site.now())).isEqualTo("2026Q2");
        assertThat(names.account("ann")).isNotEqualTo(before);
    }

    @Test
    void aDestroyedKeyRevealsNothing() {
        String before = names.account("ann");
        site.log.destroy("2026Q1", erasure());
        timer.advance(Duration.ofSeconds(30));
        assertThat(names.account("ann")).isNotEqualTo(before);
        assertThat(site.auditKinds()).containsExactly("audit.erased");
    }

    @Test
    void anotherPepperHasOtherPseudonyms() {
        Pseudonyms other = Pseudonyms.start(Pepper.parse("55".repeat(32)), site.log, config);
        assertThat(other.account("ann")).isNotEqualTo(names.account("ann"));
    }

    @Test
    void withoutTheDatabaseNamesAreStillHidden() {
        PseudonymKeys away = new PseudonymKeys() {
            @Override
            public String of(String quarter) {
                throw new AuditUnavailableException(new IOException("away"));
            }

            @Override
            public List<String> quarters() {
                throw new AuditUnavailableException(new IOException("away"));
            }

            @Override
            public boolean destroy(String quarter, AuditEvent event) {
                throw new AuditUnavailableException(new IOException("away"));
            }
        };
        assertThat(Pseudonyms.start(site.pepper, away, config).account("ann")).matches("account:[0-9a-f]{16}");
    }

    @Test
    void quartersAreInUtc() {
        assertThat(Pseudonyms.quarter(Instant.parse("2026-03-31T23:59:59Z"))).isEqualTo("2026Q1");
        assertThat(Pseudonyms.quarter(Instant.parse("2026-04-01T00:00:00Z"))).isEqualTo("2026Q2");
    }
}
