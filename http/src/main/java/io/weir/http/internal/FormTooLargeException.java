package io.weir.http.internal;

/** Thrown if a form is too large to be searched for a field. */
public final class FormTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public FormTooLargeException() {
        super("the form has more than " + FormFields.MOST_BYTES + " bytes", null, false, false);
    }
}
