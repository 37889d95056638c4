package io.weir.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.guard.Site;
import io.weir.guard.audit.AuditVerification.BrokenLink;
import io.weir.guard.secret.Pepper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class AuditVerifierTest {

    private static final int ROWS = 1_500;

    private final Site site = Site.withoutRegistry();

    /** Rows that somebody with access to the database has changed. */
    private final class ForgedLog implements AuditLog {

        private final List<AuditRow> rows = new ArrayList<>(site.audit());
        private AuditHead head = site.log.head();
        private Optional<AuditCheckpoint> checkpoint = site.log.checkpoint();

        @Override
        public void append(List<AuditEvent> events) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<AuditRow> read(AuditFilter filter, long after, int most) {
            return rows.stream().filter(row -> row.seq() > after).limit(most).toList();
        }

        @Override
        public AuditHead head() {
            return head;
        }

        @Override
        public Optional<AuditCheckpoint> checkpoint() {
            return checkpoint;
        }

        @Override
        public long prune(Instant before, Instant now) {
            throw new UnsupportedOperationException();
        }
    }

    private void fill() {
        for (int i = 0; i < ROWS; i++) {
            site.log.append(
                    List.of(AuditEvent.of(site.now(), AuditKind.LOGIN_FAILED, "ip:192.0.2.0/24", "account:" + i)));
            site.time.advance(Duration.ofHours(1));
        }
    }

    private AuditVerification verify(AuditLog log) {
        return new AuditVerifier(log, site.chain).verify();
    }

    private AuditVerification forged(Consumer<ForgedLog> forgery) {
        if (site.audit().isEmpty()) {
            fill();
        }
        ForgedLog log = new ForgedLog();
        forgery.accept(log);
        return verify(log);
    }

    private static long firstBroken(AuditVerification verification) {
        return verification.broken().map(BrokenLink::seq).orElse(-1L);
    }

    private static AuditRow edited(AuditRow row, String actor) {
        AuditEntry is = row.entry();
        return new AuditRow(
                row.seq(),
                row.node(),
                new AuditEntry(is.at(), is.kind(), actor, is.subject(), is.outcome(), is.times(), is.detail()),
                row.hash());
    }

    private static AuditRow at(AuditRow row, long seq) {
        return new AuditRow(seq, row.node(), row.entry(), row.hash());
    }

    @Test
    void aChainAsItWasWrittenIsIntact() {
        assertThat(forged(log -> {})).isEqualTo(new AuditVerification(1, ROWS, Optional.empty()));
        assertThat(verify(Site.withoutRegistry().log)).isEqualTo(new AuditVerification(1, 0, Optional.empty()));
    }

    @Test
    void anEditedRowIsNamed() {
        assertThat(firstBroken(forged(log -> log.rows.set(1_233, edited(log.rows.get(1_233), "nobody")))))
                .isEqualTo(1_234);
    }

    @Test
    void aRemovedRowIsNamed() {
        assertThat(firstBroken(forged(log -> log.rows.remove(41)))).isEqualTo(42);
    }

    @Test
    void aRemovedRowIsNamedAlsoIfTheOthersMoveUp() {
        assertThat(firstBroken(forged(log -> {
                    log.rows.remove(41);
                    log.rows.replaceAll(row -> row.seq() > 42 ? at(row, row.seq() - 1) : row);
                })))
                .isEqualTo(42);
    }

    @Test
    void swappedRowsAreNamed() {
        assertThat(firstBroken(forged(log -> {
                    AuditRow first = log.rows.get(9);
                    log.rows.set(9, at(log.rows.get(10), 10));
                    log.rows.set(10, at(first, 11));
                })))
                .isEqualTo(10);
    }

    @Test
    void aCutOffEndIsNamed() {
        assertThat(firstBroken(forged(log -> log.rows.subList(1_400, ROWS).clear())))
                .isEqualTo(1_401);
    }

    @Test
    void aCutOffBeginningIsNamed() {
        assertThat(firstBroken(forged(log -> log.rows.subList(0, 5).clear()))).isEqualTo(1);
    }

    @Test
    void anEndThatWasCutOffWithItsNoteIsFoundByAnAnchor() {
        fill();
        AuditHead anchor = AuditHead.parse(site.log.head().toString());
        ForgedLog log = new ForgedLog();
        log.rows.subList(1_400, ROWS).clear();
        log.head = new AuditHead(1_400, log.rows.get(1_399).hash());
        assertThat(verify(log).isIntact()).as("without the anchor").isTrue();
        assertThat(firstBroken(new AuditVerifier(log, site.chain).verify(anchor)))
                .isEqualTo(1_401);
        assertThat(new AuditVerifier(site.log, site.chain).verify(anchor).isIntact())
                .isTrue();
    }

    @Test
    void aRowWrittenWithoutThePepperIsNamed() {
        AuditChain other = new AuditChain(Pepper.parse("44".repeat(32)));
        assertThat(firstBroken(forged(log -> {
                    AuditRow last = log.rows.get(ROWS - 1);
                    AuditRow more = other.next(log.head, "node-1", last.entry());
                    log.rows.add(more);
                    log.head = new AuditHead(more.seq(), more.hash());
                })))
                .isEqualTo(ROWS + 1);
    }

    @Test
    void aPrunedChainGoesOnAndIsVerified() {
        fill();
        Instant half = site.now().minus(Duration.ofHours(500));
        assertThat(site.log.prune(half, site.now())).isEqualTo(1_000);
        assertThat(verify(site.log)).isEqualTo(new AuditVerification(1_001, ROWS + 1, Optional.empty()));
        assertThat(site.audit().get(500).entry().kind()).isEqualTo("audit.pruned");
        assertThat(site.audit().get(500).entry().times()).isEqualTo(1_000);
    }

    @Test
    void unsignedPruningIsNamed() {
        fill();
        site.log.prune(site.now().minus(Duration.ofHours(500)), site.now());
        assertThat(firstBroken(forged(log -> {
                    log.rows.remove(0);
                    AuditRow next = log.rows.get(0);
                    AuditHead pruned = new AuditHead(next.seq() - 1, next.hash());
                    log.checkpoint = Optional.of(new AuditCheckpoint(
                            pruned, log.checkpoint.orElseThrow().signature()));
                })))
                .isEqualTo(1_002);
    }

    @Test
    void rowsOfAnOldPepperAreVerifiedWithBoth() {
        fill();
        Pepper both = Pepper.parse("v1:" + "11".repeat(32) + ",v2:" + "22".repeat(32));
        AuditChain rotated = new AuditChain(both);
        ForgedLog log = new ForgedLog();
        AuditRow next = rotated.next(log.head, "node-1", log.rows.get(0).entry());
        log.rows.add(next);
        log.head = new AuditHead(next.seq(), next.hash());
        assertThat(new AuditVerifier(log, rotated).verify().isIntact()).isTrue();
        assertThat(next.hash()).startsWith("v2:");
    }

    @Test
    void everyFieldIsBound() {
        AuditEntry entry = AuditEntry.of(AuditEvent.of(site.now(), AuditKind.KEY_CREATED, "ann", "key_1"));
        AuditRow row = site.chain.next(AuditHead.NONE, "n", entry);
        List<AuditRow> others = List.of(
                new AuditRow(1, "m", entry, row.hash()),
                new AuditRow(2, "n", entry, row.hash()),
                with(row, new AuditEntry(entry.at().plusNanos(1_000), "key.created", "ann", "key_1", "done", 1, "{}")),
                with(row, new AuditEntry(entry.at(), "key.create", "dann", "key_1", "done", 1, "{}")),
                with(row, new AuditEntry(entry.at(), "key.created", "annk", "ey_1", "done", 1, "{}")),
                with(row, new AuditEntry(entry.at(), "key.created", "ann", "key_1", "denied", 1, "{}")),
                with(row, new AuditEntry(entry.at(), "key.created", "ann", "key_1", "done", 2, "{}")),
                with(row, new AuditEntry(entry.at(), "key.created", "ann", "key_1", "done", 1, "{ }")));
        assertThat(site.chain.follows(AuditHead.NONE, row)).isTrue();
        assertThat(others).noneMatch(other -> site.chain.follows(AuditHead.NONE, other));
    }

    private static AuditRow with(AuditRow row, AuditEntry entry) {
        return new AuditRow(row.seq(), row.node(), entry, row.hash());
    }
}
