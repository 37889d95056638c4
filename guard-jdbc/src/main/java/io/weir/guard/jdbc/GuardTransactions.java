package io.weir.guard.jdbc;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs statements, and transactions that hold the row of the state. Transactions of the application are left alone. */
final class GuardTransactions {

    private static final int LONGEST_STATEMENT_SECONDS = 10;
    private static final int LONGEST_READ_OF_ALL_SECONDS = 300;
    private static final int ROWS_AT_ONCE = 1_000;

    private final JdbcClient jdbc;
    private final JdbcTemplate template;
    private final JdbcTemplate longReads;
    private final TransactionTemplate transactions;
    private final TransactionTemplate readings;

    GuardTransactions(DataSource dataSource) {
        template = new JdbcTemplate(dataSource);
        template.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
        longReads = new JdbcTemplate(dataSource);
        longReads.setQueryTimeout(LONGEST_READ_OF_ALL_SECONDS);
        longReads.setFetchSize(ROWS_AT_ONCE);
        jdbc = JdbcClient.create(template);
        transactions = newTransaction(dataSource);
        readings = newTransaction(dataSource);
        readings.setReadOnly(true);
    }

    private static TransactionTemplate newTransaction(DataSource dataSource) {
        TransactionTemplate template = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return template;
    }

    StatementSpec statement(String file) {
        return jdbc.sql(SqlFile.read(file));
    }

    JdbcTemplate template() {
        return template;
    }

    GuardState readState() {
        return statement("read_state").query(GuardState::of).single();
    }

    private GuardState lockState() {
        return statement("lock_state").query(GuardState::of).single();
    }

    private void saveState(GuardState state) {
        statement("save_state")
                .params(Map.of(
                        "change_no", state.changeNumber(),
                        "audit_seq", state.head().seq(),
                        "audit_hash", state.head().hash(),
                        "pepper_check", state.pepperCheck()))
                .update();
    }

    /** Runs while nobody else writes. What the work makes of the state is saved with everything else, or nothing is. */
    <T> T alone(Function<LockedState, T> work) {
        return write(() -> {
            LockedState state = new LockedState(lockState());
            T result = work.apply(state);
            saveState(state.get());
            return result;
        });
    }

    /** Runs several statements, all or none. */
    <T> T together(Supplier<T> work) {
        return write(work);
    }

    /** Hands over the rows as they arrive, of any number. */
    void readAll(String file, Map<String, ?> parameters, RowSink rows) {
        RowMapper<Integer> toSink = (row, number) -> {
            rows.accept(row);
            return number;
        };
        readings.executeWithoutResult(status -> {
            try (Stream<Integer> read =
                    JdbcClient.create(longReads).sql(SqlFile.read(file)).params(parameters).query(toSink).stream()) {
                read.forEach(number -> {});
            }
        });
    }

    /** The state in a transaction that has it locked. */
    static final class LockedState {

        private GuardState state;

        private LockedState(GuardState state) {
            this.state = state;
        }

        GuardState get() {
            return state;
        }

        void set(GuardState other) {
            state = other;
        }
    }

    private <T> T write(Supplier<T> work) {
        boolean[] complete = {false};
        try {
            // NullAway cannot see that the result is what the work returns.
            return Objects.requireNonNull(transactions.execute(status -> {
                T result = work.get();
                complete[0] = true;
                return result;
            }));
        } catch (DataAccessException | TransactionException failure) {
            throw complete[0] ? new CommitUnknownException(failure) : failure;
        }
    }

    /** The connection was lost during the commit. */
    static final class CommitUnknownException extends RuntimeException {

        private static final long serialVersionUID = 1;

        CommitUnknownException(Throwable cause) {
            super(cause);
        }
    }
}
