package io.weir.guard.jdbc;

/** The database was filled with another pepper than this process has. Its keys could not be verified here. */
public final class PepperMismatchException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    PepperMismatchException() {
        super(
                "The pepper of this process is not the one with which its database was filled. Give all instances the same"
                        + " pepper file, or the same WEIR_PEPPER; after a change of the pepper, give both versions: v1:…,v2:…");
    }
}
