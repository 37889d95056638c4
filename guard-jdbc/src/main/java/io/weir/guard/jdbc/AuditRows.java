package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditEntry;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditHead;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.jdbc.GuardTransactions.LockedState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

/** Adds rows at the end of the chain, in the transaction of whatever they are about. */
final class AuditRows {

    private final NamedParameterJdbcTemplate template;
    private final AuditChain chain;
    private final String node;

    AuditRows(GuardTransactions transactions, AuditChain chain, String node) {
        this.template = new NamedParameterJdbcTemplate(transactions.template());
        this.chain = chain;
        this.node = node;
    }

    void append(LockedState state, List<AuditEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        AuditHead head = state.get().head();
        SqlParameterSource[] rows = new SqlParameterSource[events.size()];
        for (int i = 0; i < rows.length; i++) {
            AuditRow row = chain.next(head, node, AuditEntry.of(events.get(i)));
            head = new AuditHead(row.seq(), row.hash());
            rows[i] = columns(row);
        }
        template.batchUpdate(SqlFile.read("audit/insert"), rows);
        state.set(state.get().withHead(head));
    }

    private static MapSqlParameterSource columns(AuditRow row) {
        AuditEntry entry = row.entry();
        return new MapSqlParameterSource()
                .addValue("seq", row.seq())
                .addValue("at", Times.toSql(entry.at()))
                .addValue("node", row.node())
                .addValue("kind", entry.kind())
                .addValue("actor", entry.actor())
                .addValue("subject", entry.subject())
                .addValue("outcome", entry.outcome())
                .addValue("times", entry.times())
                .addValue("detail", entry.detail())
                .addValue("hash", row.hash());
    }

    static AuditRow read(ResultSet row, int number) throws SQLException {
        AuditEntry entry = new AuditEntry(
                Times.required(row, "at"),
                row.getString("kind"),
                row.getString("actor"),
                row.getString("subject"),
                row.getString("outcome"),
                row.getLong("times"),
                row.getString("detail"));
        return new AuditRow(row.getLong("seq"), row.getString("node"), entry, row.getString("hash"));
    }
}
