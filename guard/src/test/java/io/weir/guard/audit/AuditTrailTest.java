package io.weir.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.guard.Site;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AuditTrailTest {

    private static final Duration BATCH = Duration.ofMillis(200);

    private final Site site = Site.withoutRegistry();
    private final AwayLog log = new AwayLog();
    private final AuditTrail trail = AuditTrail.start(log, AuditTrailConfig.of(site.time, site.time));

    /** A log that can fail and recover, and that records the sizes of its batches. */
    private final class AwayLog implements AuditLog {

        private final List<Integer> batches = new ArrayList<>();
        private boolean away;

        private AuditLog reached() {
            if (away) {
                throw new AuditUnavailableException(new IOException("away"));
            }
            return site.log;
        }

        @Override
        public void append(List<AuditEvent> events) {
            reached().append(events);
            batches.add(events.size());
        }

        @Override
        public List<AuditRow> read(AuditFilter filter, long after, int most) {
            return reached().read(filter, after, most);
        }

        @Override
        public AuditHead head() {
            return reached().head();
        }

        @Override
        public Optional<AuditCheckpoint> checkpoint() {
            return reached().checkpoint();
        }

        @Override
        public long prune(Instant before, Instant now) {
            return reached().prune(before, now);
        }
    }

    private AuditEvent failure(String subject) {
        return AuditEvent.of(site.now(), AuditKind.LOGIN_FAILED, "weir", subject);
    }

    /** Records an event, at a rate at which events are reported one by one. */
    private void record(int number) {
        for (int i = 0; i < number; i++) {
            if (i % 100 == 0) {
                site.time.advance(Duration.ofSeconds(1));
            }
            trail.record(failure("account:" + i));
        }
    }

    private boolean isIntact() {
        return new AuditVerifier(site.log, site.chain).verify().isIntact();
    }

    @Test
    void eventsAreWrittenInBatches() {
        trail.record(failure("a"));
        trail.record(failure("b"));
        assertThat(site.audit()).isEmpty();
        site.time.advance(BATCH);
        assertThat(log.batches).containsExactly(2);
        assertThat(site.audit()).extracting(row -> row.entry().subject()).containsExactly("a", "b");
    }

    @Test
    void requiredEventsAreWrittenAtOnceOrRejected() {
        trail.recordNow(failure("a"));
        assertThat(site.audit()).hasSize(1);
        log.away = true;
        assertThatThrownBy(() -> trail.recordNow(failure("b"))).isInstanceOf(AuditUnavailableException.class);
    }

    @Test
    void eventsWaitForTheLogInTheirOrder() {
        log.away = true;
        record(1_234);
        site.time.advance(BATCH);
        assertThat(trail.status()).isEqualTo(new AuditStatus(1_234, 0, true));
        log.away = false;
        site.time.advance(BATCH);
        assertThat(trail.status()).isEqualTo(new AuditStatus(0, 0, false));
        assertThat(log.batches).containsExactly(100, 500, 500, 134);
        assertThat(site.audit().get(1_233).entry().subject()).isEqualTo("account:1233");
    }

    @Test
    void eventsBeyondAFullQueueAreReported() {
        log.away = true;
        record(10_300);
        assertThat(trail.status().queued()).isEqualTo(10_000);
        assertThat(trail.status().dropped()).isEqualTo(300);
        log.away = false;
        site.time.advance(BATCH);
        List<AuditRow> gaps = log.read(AuditFilter.ALL.withKind("audit.gap"), 0, 10);
        assertThat(gaps)
                .singleElement()
                .satisfies(row -> assertThat(row.entry().times()).isEqualTo(300));
        assertThat(site.audit()).hasSize(10_001);
        assertThat(trail.status().queued()).isZero();
        assertThat(isIntact()).isTrue();
    }

    @Test
    void eventsBeyondAHundredASecondAreReportedTogether() {
        for (int i = 0; i < 1_000; i++) {
            trail.record(failure("account:" + i).withDetail(AuditEvent.RULE, i % 2 == 0 ? "even" : "odd"));
        }
        site.time.advance(BATCH);
        assertThat(site.audit()).hasSize(100);
        site.time.advance(Duration.ofMinutes(1));
        assertThat(site.audit()).hasSize(102);
        assertThat(site.audit().subList(100, 102)).allSatisfy(row -> {
            assertThat(row.entry().times()).isEqualTo(450);
            assertThat(row.entry().subject()).isEqualTo("*");
        });
        assertThat(site.audit().get(100).entry().detail()).isEqualTo("{\"rule\":\"even\"}");
        assertThat(site.audit().stream().mapToLong(row -> row.entry().times()).sum())
                .isEqualTo(1_000);
    }

    @Test
    void closingWritesQueuedAndCountedEvents() {
        for (int i = 0; i < 150; i++) {
            trail.record(failure("a"));
        }
        trail.close();
        assertThat(site.audit().stream().mapToLong(row -> row.entry().times()).sum())
                .isEqualTo(150);
        site.time.advance(Duration.ofDays(1));
        assertThat(site.audit()).hasSize(101);
    }

    @Test
    void rowsAreKeptForFourHundredDays() {
        ManualTime timer = ManualTime.create();
        AuditTrail other = AuditTrail.start(site.log, AuditTrailConfig.of(site.time, timer));
        trail.close();
        other.recordNow(failure("old"));
        site.time.advance(Duration.ofDays(399));
        other.recordNow(failure("young"));
        timer.advance(Duration.ofHours(1));
        assertThat(site.audit()).hasSize(2);
        site.time.advance(Duration.ofDays(1).plusNanos(1_000));
        timer.advance(Duration.ofHours(1));
        assertThat(site.auditKinds()).containsExactly("login.failed", "audit.pruned");
        assertThat(isIntact()).isTrue();
    }

    @Test
    void anExportIsOneLineOfJsonForEachRow() throws Exception {
        record(1_100);
        trail.close();
        StringBuilder out = new StringBuilder();
        assertThat(new AuditExport(site.log).write(AuditFilter.ALL, out)).isEqualTo(1_100);
        String[] lines = out.toString().split("\n", -1);
        assertThat(lines).hasSize(1_101);
        assertThat(lines[7])
                .matches("\\{\"seq\":8,\"at\":\"2026-01-01T00:00:01Z\",\"node\":\"node-1\",\"kind\":\"login.failed\","
                        + "\"actor\":\"weir\",\"subject\":\"account:7\",\"outcome\":\"done\",\"times\":1,\"detail\":\\{\\},"
                        + "\"hash\":\"v1:[0-9a-f]{64}\"\\}");
    }
}
