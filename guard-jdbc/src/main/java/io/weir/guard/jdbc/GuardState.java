package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditHead;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The one row that orders all writers. */
record GuardState(long changeNumber, AuditHead head, String pepperCheck) {

    static GuardState of(ResultSet row, int number) throws SQLException {
        return new GuardState(
                row.getLong("change_no"),
                new AuditHead(row.getLong("audit_seq"), row.getString("audit_hash")),
                row.getString("pepper_check"));
    }

    GuardState withNextChange() {
        return new GuardState(changeNumber + 1, head, pepperCheck);
    }

    GuardState withHead(AuditHead other) {
        return new GuardState(changeNumber, other, pepperCheck);
    }

    GuardState withPepperCheck(String other) {
        return new GuardState(changeNumber, head, other);
    }
}
