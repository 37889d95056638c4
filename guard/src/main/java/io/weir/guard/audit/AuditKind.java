package io.weir.guard.audit;

import java.util.Locale;

/** What can be audited. The text of a kind is its subject, a point and what happened to it. */
public enum AuditKind {
    KEY_CREATED,
    KEY_ROTATED,
    KEY_REVOKED,
    KEY_DISABLED,
    KEY_ENABLED,
    KEY_CHANGED,
    KEY_IMPORTED,
    KEY_ERASED,
    POLICY_PUSHED,
    POLICY_ROLLED_BACK,
    POLICY_MODE,
    POLICY_OVERRIDE,
    POLICY_RESET,
    SUBJECT_EXPORTED,
    SUBJECT_ERASED,
    BLOCK_MADE,
    BLOCK_ENDED,
    BLOCK_CAPPED,
    LOCK_BEGUN,
    LOCK_CLEARED,
    LOGIN_SUCCEEDED,
    LOGIN_FAILED,
    LOGIN_CHALLENGED,
    LOGIN_DENIED,
    LOGIN_NEW_DEVICE,
    LOGIN_ACCOUNT_ATTACKED,
    CHALLENGE_FAILED,
    CHALLENGE_PROVIDER_DOWN,
    CREDENTIAL_FORGED,
    ADMIN_DENIED,
    BOT_DETECTED,
    AUDIT_GAP,
    AUDIT_PRUNED,
    AUDIT_ERASED,
    GUARD_STARTED,
    GUARD_DEGRADED;

    private final String text;

    AuditKind() {
        String words = name().toLowerCase(Locale.ROOT);
        int end = words.indexOf('_');
        text = words.substring(0, end) + "." + words.substring(end + 1).replace('_', '-');
    }

    /** The word in rows and queries, such as {@code key.created}. */
    public String text() {
        return text;
    }
}
