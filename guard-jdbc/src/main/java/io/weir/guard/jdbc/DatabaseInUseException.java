package io.weir.guard.jdbc;

/** Another process has opened the database file. */
public final class DatabaseInUseException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    DatabaseInUseException(Throwable cause) {
        super(
                "Another Weir uses this folder. Name another folder for this one (--data-dir), or let both share one"
                        + " PostgreSQL (--database)",
                cause);
    }
}
