package io.weir.guard.audit;

/** The audit cannot be written or read. What was to be audited must not be done. */
public final class AuditUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public AuditUnavailableException(Throwable cause) {
        super(
                "The database of the audit cannot be reached. Nothing is changed that cannot be audited; try again later.",
                cause);
    }
}
