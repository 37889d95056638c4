package io.weir.service;

/** A request that cannot be answered, with the field that is wrong and what to send instead. */
final class BadRequest extends RuntimeException {

    private final String field;

    BadRequest(String field, String detail) {
        super(detail, null, false, false);
        this.field = field;
    }

    String field() {
        return field;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
