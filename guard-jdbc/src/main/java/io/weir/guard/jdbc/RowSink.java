package io.weir.guard.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Takes the current row of a result. */
@FunctionalInterface
interface RowSink {

    void accept(ResultSet row) throws SQLException;
}
