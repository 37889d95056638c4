package io.weir.guard.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Instants as both databases keep them. */
final class Times {

    private Times() {}

    static OffsetDateTime toSql(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    static @Nullable OffsetDateTime toSql(Optional<Instant> instant) {
        return instant.map(Times::toSql).orElse(null);
    }

    static Instant required(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static Optional<Instant> optional(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }
}
