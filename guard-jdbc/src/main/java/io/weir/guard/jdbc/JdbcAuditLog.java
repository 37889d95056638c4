package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditCheckpoint;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditHead;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.jdbc.GuardTransactions.LockedState;
import io.weir.guard.pseudonym.PseudonymKeys;
import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.guard.secret.Pepper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The audit in the database, with the keys of its pseudonyms. */
final class JdbcAuditLog implements AuditLog, PseudonymKeys {

    private static final int MOST_PRUNED = 10_000;
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private final GuardTransactions transactions;
    private final ReachedDatabase database;
    private final AuditRows rows;
    private final AuditChain chain;

    JdbcAuditLog(GuardTransactions transactions, ReachedDatabase database, AuditRows rows, AuditChain chain) {
        this.transactions = transactions;
        this.database = database;
        this.rows = rows;
        this.chain = chain;
    }

    @Override
    public void append(List<AuditEvent> events) {
        database.forAudit(() -> transactions.alone(state -> {
            rows.append(state, events);
            return events.size();
        }));
    }

    @Override
    public List<AuditRow> read(AuditFilter filter, long after, int most) {
        return database.forAudit(() -> transactions
                .statement("audit/read")
                .param("after", after)
                .param("kind", filter.kind().orElse(""))
                .param("actor", filter.actor().orElse(""))
                .param("subject", filter.subject().orElse(""))
                .param("from", Times.toSql(filter.from().orElse(EARLIEST)))
                .param("until", Times.toSql(filter.until().orElse(LATEST)))
                .param("most", most)
                .query(AuditRows::read)
                .list());
    }

    @Override
    public AuditHead head() {
        return database.forAudit(() -> transactions.readState().head());
    }

    @Override
    public Optional<AuditCheckpoint> checkpoint() {
        return database.forAudit(() -> transactions
                .statement("audit/read_checkpoint")
                .query((row, number) -> new AuditCheckpoint(
                        new AuditHead(row.getLong("seq"), row.getString("hash")), row.getString("signature")))
                .optional());
    }

    @Override
    public long prune(Instant before, Instant now) {
        return database.forAudit(() -> transactions.alone(state -> prune(before, now, state)));
    }

    private long prune(Instant before, Instant now, LockedState state) {
        long kept = transactions
                .statement("audit/first_kept")
                .param("before", Times.toSql(before))
                .query(Long.class)
                .optional()
                .orElse(state.get().head().seq() + 1);
        Optional<AuditHead> last = lastPruned(Math.min(kept - 1, firstRow() + MOST_PRUNED - 1));
        if (last.isEmpty()) {
            return 0;
        }
        int removed = transactions
                .statement("audit/delete_rows")
                .param("seq", last.get().seq())
                .update();
        note(last.get());
        rows.append(
                state,
                List.of(AuditEvent.of(now, AuditKind.AUDIT_PRUNED, "weir", "audit")
                        .withTimes(removed)));
        destroyUnusedQuarters();
        return removed;
    }

    private long firstRow() {
        return transactions
                .statement("audit/oldest")
                .query((row, number) -> row.getLong("seq"))
                .single();
    }

    private Optional<AuditHead> lastPruned(long last) {
        return transactions
                .statement("audit/last_pruned")
                .param("last", last)
                .query((row, number) -> new AuditHead(row.getLong("seq"), row.getString("hash")))
                .optional();
    }

    private void note(AuditHead pruned) {
        transactions.statement("audit/delete_checkpoint").update();
        transactions
                .statement("audit/insert_checkpoint")
                .param("seq", pruned.seq())
                .param("hash", pruned.hash())
                .param("signature", chain.sign(pruned))
                .update();
    }

    /** The keys of quarters of which no row is left. */
    private void destroyUnusedQuarters() {
        Instant oldest = transactions
                .statement("audit/oldest")
                .query((row, number) -> Times.required(row, "at"))
                .single();
        transactions
                .statement("audit/delete_quarters_before")
                .param("quarter", Pseudonyms.quarter(oldest))
                .update();
    }

    @Override
    public String of(String quarter) {
        return database.forAudit(() -> readQuarter(quarter)
                .orElseGet(
                        () -> transactions.alone(state -> readQuarter(quarter).orElseGet(() -> newQuarter(quarter)))));
    }

    private Optional<String> readQuarter(String quarter) {
        return transactions
                .statement("audit/read_quarter")
                .param("quarter", quarter)
                .query(String.class)
                .optional();
    }

    private String newQuarter(String quarter) {
        String secret = Pepper.random();
        transactions
                .statement("audit/insert_quarter")
                .param("quarter", quarter)
                .param("secret", secret)
                .update();
        return secret;
    }

    @Override
    public List<String> quarters() {
        return database.forAudit(() ->
                transactions.statement("audit/quarters").query(String.class).list());
    }

    @Override
    public boolean destroy(String quarter, AuditEvent event) {
        return database.forAudit(() -> transactions.alone(state -> {
            boolean isDestroyed = transactions
                            .statement("audit/delete_quarter")
                            .param("quarter", quarter)
                            .update()
                    == 1;
            if (isDestroyed) {
                rows.append(state, List.of(event));
            }
            return isDestroyed;
        }));
    }
}
