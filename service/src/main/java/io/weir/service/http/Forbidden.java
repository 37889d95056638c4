package io.weir.service.http;

/** A request that its caller may not make, although the caller may make others to the same endpoint. */
public final class Forbidden extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String detail;

    public Forbidden(String detail) {
        super(detail, null, false, false);
        this.detail = detail;
    }

    /** The rejection of a valid API key that lacks a scope. */
    public static Forbidden withoutScope(String scope) {
        return new Forbidden("the API key needs the scope " + scope + " for this call");
    }

    public String detail() {
        return detail;
    }
}
