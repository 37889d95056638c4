package io.weir.service.http;

/** Thrown for a request that cannot be answered; names the wrong field and what to send instead. */
public final class BadRequest extends RuntimeException {

    private final String field;

    /** @param detail what is wrong: a sentence of its own, or, with a small letter at its beginning, the end of one about the field */
    public BadRequest(String field, String detail) {
        super(detail, null, false, false);
        this.field = field;
    }

    public String field() {
        return field;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
