package io.weir.service.guard;

import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.key.KeyFormat;
import io.weir.service.guard.challenge.CaptchaSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of API keys, the audit and challenges.
 *
 * @param database the database; empty if the service keeps neither keys nor an audit
 * @param keys which counters a caller may name in a check
 * @param issued the form of keys, and how long they are verified without the database
 * @param auditKeep how long rows of the audit are kept
 * @param captcha the challenge; empty if the callers of the service hand out and check challenges themselves
 */
public record GuardSettings(
        Optional<DatabaseSettings> database,
        NamedKeys keys,
        IssuedKeys issued,
        Duration auditKeep,
        Optional<CaptchaSettings> captcha) {

    public static final GuardSettings NONE = new GuardSettings(
            Optional.empty(), NamedKeys.ANY, IssuedKeys.USUAL, AuditTrailConfig.USUAL_KEEP, Optional.empty());

    public static GuardSettings on(DatabaseSettings database) {
        return new GuardSettings(Optional.of(database), NONE.keys, NONE.issued, NONE.auditKeep, NONE.captcha);
    }

    public GuardSettings with(NamedKeys other) {
        return new GuardSettings(database, other, issued, auditKeep, captcha);
    }

    public GuardSettings with(IssuedKeys other) {
        return new GuardSettings(database, keys, other, auditKeep, captcha);
    }

    public GuardSettings with(CaptchaSettings other) {
        return new GuardSettings(database, keys, issued, auditKeep, Optional.of(other));
    }

    /**
     * The keys that the service issues and verifies.
     *
     * @param format the form of the keys
     * @param mostStale keys are refused when their database has been away for longer
     */
    public record IssuedKeys(KeyFormat format, Duration mostStale) {

        public static final IssuedKeys USUAL = new IssuedKeys(KeyFormat.WEIR, Duration.ofHours(24));
    }

    /** The counters that a caller may name in a check. */
    public enum NamedKeys {
        ANY,

        /** Only those that a rule of the policy governs. */
        GOVERNED
    }
}
