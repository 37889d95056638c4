package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditUnavailableException;
import io.weir.guard.jdbc.GuardTransactions.CommitUnknownException;
import io.weir.guard.key.KeysUnavailableException;
import java.util.function.Supplier;
import org.flywaydb.core.api.FlywayException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.TransactionException;

/** Makes the tables before the first use that reaches the database, and tells in words of the guard when it cannot be reached. */
final class ReachedDatabase {

    private final Runnable preparation;
    private volatile boolean prepared;

    ReachedDatabase(Runnable preparation) {
        this.preparation = preparation;
    }

    synchronized void prepare() {
        if (!prepared) {
            preparation.run();
            prepared = true;
        }
    }

    private <T> T reached(Supplier<T> work) {
        if (!prepared) {
            prepare();
        }
        return work.get();
    }

    <T> T forKeys(Supplier<T> work) {
        try {
            return reached(work);
        } catch (DataIntegrityViolationException mistake) {
            throw mistake;
        } catch (CommitUnknownException lost) {
            throw KeysUnavailableException.changeUnknown(lost);
        } catch (DataAccessException | TransactionException | FlywayException away) {
            throw KeysUnavailableException.nothingChanged(away);
        } catch (PepperMismatchException | DatabaseInUseException unusable) {
            throw KeysUnavailableException.nothingChanged(unusable);
        }
    }

    <T> T forAudit(Supplier<T> work) {
        try {
            return reached(work);
        } catch (DataIntegrityViolationException mistake) {
            throw mistake;
        } catch (CommitUnknownException | DataAccessException | TransactionException | FlywayException away) {
            throw new AuditUnavailableException(away);
        } catch (PepperMismatchException | DatabaseInUseException unusable) {
            throw new AuditUnavailableException(unusable);
        }
    }
}
