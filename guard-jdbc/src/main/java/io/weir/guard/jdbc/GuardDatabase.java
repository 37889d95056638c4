package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditUnavailableException;
import io.weir.guard.jdbc.GuardTransactions.LockedState;
import io.weir.guard.key.FieldText;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.pseudonym.PseudonymKeys;
import io.weir.guard.secret.Pepper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * The database of an installation: its keys, its audit, and the tables for both, which are made and migrated at the first use.
 * The database may be away when the process starts, and later. Thread-safe.
 */
public final class GuardDatabase {

    private static final Logger LOG = System.getLogger(GuardDatabase.class.getName());
    private static final int LONGEST_NODE = 100;
    private static final String CHECKED_TEXT = "weir";

    /** The error code of H2 for a file that another process has opened. */
    private static final int H2_IN_USE = 90020;

    private final DataSource dataSource;
    private final Pepper pepper;
    private final GuardTransactions transactions;
    private final ReachedDatabase reached;
    private final AuditChain chain;
    private final JdbcKeyShelf keys;
    private final JdbcAuditLog audit;

    private GuardDatabase(DataSource dataSource, Pepper pepper, String node) {
        this.dataSource = dataSource;
        this.pepper = pepper;
        transactions = new GuardTransactions(dataSource);
        reached = new ReachedDatabase(this::prepare);
        chain = new AuditChain(pepper);
        AuditRows rows = new AuditRows(transactions, chain, FieldText.require("node", node, LONGEST_NODE));
        keys = new JdbcKeyShelf(transactions, reached, rows);
        audit = new JdbcAuditLog(transactions, reached, rows, chain);
    }

    /**
     * Opens the database. If it is away, this returns all the same, and the tables are made when it is there.
     *
     * @param node the name of this process in the audit
     * @throws PepperMismatchException if the database was filled with another pepper
     * @throws DatabaseInUseException if another process has opened the file
     */
    public static GuardDatabase open(DataSource dataSource, Pepper pepper, String node) {
        GuardDatabase database = new GuardDatabase(dataSource, pepper, node);
        try {
            database.reached.forAudit(() -> true);
        } catch (AuditUnavailableException away) {
            if (away.getCause() instanceof PepperMismatchException
                    || away.getCause() instanceof DatabaseInUseException) {
                throw (IllegalStateException) away.getCause();
            }
            LOG.log(Level.WARNING, "The database cannot be reached; the process starts without it", away);
        }
        return database;
    }

    public KeyShelf keys() {
        return keys;
    }

    public AuditLog audit() {
        return audit;
    }

    public PseudonymKeys pseudonymKeys() {
        return audit;
    }

    public AuditChain chain() {
        return chain;
    }

    private void prepare() {
        requireNotInUse();
        Flyway.configure(GuardDatabase.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:io/weir/guard/jdbc/migration")
                .table("weir_schema_history")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load()
                .migrate();
        transactions.alone(state -> {
            checkPepper(state);
            return true;
        });
    }

    /** Asks for a connection before Flyway does, whose message would not say what to do. */
    private void requireNotInUse() {
        try (Connection connection = dataSource.getConnection()) {
            LOG.log(Level.DEBUG, "Connected to " + connection.getMetaData().getDatabaseProductName());
        } catch (SQLException failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException reason && reason.getErrorCode() == H2_IN_USE) {
                    throw new DatabaseInUseException(failure);
                }
            }
        }
    }

    private void checkPepper(LockedState state) {
        String stored = state.get().pepperCheck();
        boolean fits =
                stored.isEmpty() || pepper.versions().stream().anyMatch(version -> equal(check(version), stored));
        if (!fits) {
            throw new PepperMismatchException();
        }
        state.set(state.get().withPepperCheck(check(pepper.newestVersion())));
    }

    private String check(int version) {
        return "v" + version + ":" + pepper.derive(version, "check").hexOf(CHECKED_TEXT);
    }

    private static boolean equal(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
