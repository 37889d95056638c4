package io.weir.guard.audit;

import java.util.Locale;

/** How what was audited ended. */
public enum AuditOutcome {
    DONE,
    DENIED,
    FAILED;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
