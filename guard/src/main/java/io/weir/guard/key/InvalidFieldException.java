package io.weir.guard.key;

/** Something that was asked for cannot be: names the field, and says what to write instead. Nothing was changed. */
public final class InvalidFieldException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String field;

    public InvalidFieldException(String field, String problem) {
        super(field + ": " + problem);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
