package io.weir.service.http;

/** A request that its caller may not make, although the caller may make others to the same endpoint. */
public final class Forbidden extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String detail;

    public Forbidden(String detail) {
        super(detail, null, false, false);
        this.detail = detail;
    }

    String detail() {
        return detail;
    }
}
