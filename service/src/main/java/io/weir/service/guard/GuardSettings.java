package io.weir.service.guard;

import io.weir.guard.audit.AuditTrailConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of API keys and the audit.
 *
 * @param database the database; empty if the service keeps neither keys nor an audit
 * @param keys which counters a caller may name in a check
 * @param auditKeep how long rows of the audit are kept
 */
public record GuardSettings(Optional<DatabaseSettings> database, NamedKeys keys, Duration auditKeep) {

    public static final GuardSettings NONE =
            new GuardSettings(Optional.empty(), NamedKeys.ANY, AuditTrailConfig.USUAL_KEEP);

    public static GuardSettings on(DatabaseSettings database) {
        return new GuardSettings(Optional.of(database), NamedKeys.ANY, AuditTrailConfig.USUAL_KEEP);
    }

    public GuardSettings with(NamedKeys other) {
        return new GuardSettings(database, other, auditKeep);
    }

    /** The counters that a caller may name in a check. */
    public enum NamedKeys {
        ANY,

        /** Only those that a rule of the policy governs. */
        GOVERNED
    }
}
